import { sql, type RawBuilder } from 'kysely'

/**
 * The place of an allergy when the worst comes first, for `order by` inside a statement; nobody knows that an unknown severity is a
 * moderate one. Of equals, the substance decides.
 */
export const bySeverity = (severity: RawBuilder<unknown>, substance: RawBuilder<unknown>) =>
  sql`array_position('{life threatening,severe,unknown,moderate,mild}'::allergy_severity[], ${severity}), lower(${substance})`
