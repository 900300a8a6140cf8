import type { ExtractedField } from '../service/types';
import type { Conversion, Format } from './conversions';
import type { NamedField } from './namedField';

/** What a field of a finished run must hold to be trusted. */
export interface FieldRule {
	field: NamedField;
	required: boolean;
	conversion: Conversion;
	format: Format;
}

/** What became of a value, and what is wrong with it. */
export interface AppliedRule {
	value: ExtractedField['value'];
	problem: string | null;
	/** Whether the problem is that it cannot be converted, and not that it is missing. */
	isUnconverted: boolean;
}
