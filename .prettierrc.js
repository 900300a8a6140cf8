module.exports = {
	arrowParens: 'always',
	endOfLine: 'lf',
	printWidth: 100,
	semi: true,
	singleQuote: true,
	tabWidth: 2,
	trailingComma: 'all',
	useTabs: true,
};
