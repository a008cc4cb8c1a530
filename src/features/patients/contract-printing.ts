import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** The longest text that is looked at. */
export const MAX_TEXT = 600

export const findUnprintableLetters = endpoint({
  method: 'POST',
  path: '/patients/unprintable-letters/',
  summary: 'Letters of a name that no font of this installation can print, while the form is being filled in; writes nothing',
  access: 'patients.view',
  audit: 'none',
  idempotent: false,
  body: fields({ text: line(MAX_TEXT) }),
  status: 200,
  response: z
    .object({
      /** Each once; on a document they would be empty boxes. */
      letters: z.array(z.string()),
    })
    .meta({ id: 'UnprintableLetters' }),
})
