/** `npm test -- --whole`: property tests run in full, and what repeats other checks with more data runs at all. */
export const isWhole = process.env['TEST_WHOLE'] === '1'

/** How many rounds of a property test to run: all of them with `--whole`, else a tenth. */
export const rounds = (all: number): number => (isWhole ? all : Math.ceil(all / 10))
