import type { z } from 'zod'
import { wire } from '../../../tools/openapi/components.ts'
import { exampleOf } from '../../../tools/openapi/example.ts'

/**
 * A body with every required field filled in plausibly, or with its first where none is (a change of nothing is refused): good enough to
 * get past the door if the door were open.
 */
export const sampleBody = (schema: z.core.$ZodType): unknown => {
  const described = wire(schema)
  return exampleOf(described, described.$defs ?? {})
}
