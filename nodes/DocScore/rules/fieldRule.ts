import type { ExtractedField } from '../service/types';
import type { Conversion, Format } from './conversions';
import type { NamedField } from './namedField';

/** What a field of a completed run must contain, and how to convert it. */
export interface FieldRule {
	field: NamedField;
	required: boolean;
	conversion: Conversion;
	format: Format;
}

/** A value after its rule, and its problem. */
export interface AppliedRule {
	value: ExtractedField['value'];
	problem: string | null;
	/** Whether the value could not be converted, rather than being missing. */
	isUnconverted: boolean;
}
