/** Rises with every change of a substance, group or rule; each warning carries it. */
export const version = '2026.11.4'

/** Stands in the documentation and beside the rules until the clinical lead has gone through them. */
export const status = 'to be confirmed by the clinical lead'
