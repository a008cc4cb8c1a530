import { z } from 'zod'

/** A sentence in English, with the values of its places, as answers carry it: screens say it in the reader's language. */
export const Message = z
  .object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })
  .meta({ id: 'Sentence' })
