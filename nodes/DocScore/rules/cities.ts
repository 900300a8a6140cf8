import { wordOf } from './languages';
import { memoize } from './memoize';

/** Large cities, by their own names, that give no timezone theirs. */
const MORE =
	'antwerpen,auckland,barcelona,basel,bern,bologna,bremen,bruxelles,dortmund,dresden,dusseldorf,essen,firenze,frankfurt,' +
	'geneve,genf,genova,graz,hamburg,hannover,koln,kobenhavn,krakow,leipzig,lille,linz,lisboa,lyon,marseille,milano,' +
	'munchen,napoli,nurnberg,porto,praha,roma,rotterdam,salzburg,sevilla,stuttgart,torino,toulouse,utrecht,valencia,' +
	'venezia,warszawa,wien,wroclaw';

const cities = memoize(() => {
	const zones = Intl.supportedValuesOf('timeZone').join(' ');
	const known = zones.matchAll(/(?:Africa|America|Asia|Australia|Europe)\/(\w+)(?!\S)/g);
	const names = Array.from(known, ([, name = '']) => wordOf(name).replaceAll('_', ' '));
	return new Set([...names, ...MORE.split(',')]);
});

/** Whether a text is the name of a city, as letters have in front of their date. */
export const isCity = (text: string): boolean => cities().has(wordOf(text));
