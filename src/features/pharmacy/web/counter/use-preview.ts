import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, call } from '#web/calls/api.ts'
import { checkDispense } from '#features/pharmacy/contract.ts'
import type { DispenseBody } from './counter-types.ts'
import { troubleOf, type Trouble } from './use-handing-out.ts'

const PAUSE_MS = 250

/**
 * What is wrong stands at its line. What was handed out meanwhile cannot be looked at any more: the lines themselves say so once they are
 * read again.
 */
const look = (body: DispenseBody, signal: AbortSignal) =>
  call(checkDispense, { body }, { signal }).then(
    (preview) => ({ preview, ofLines: {} as Trouble['ofLines'] }),
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 400 || error.status === 409))
        return { preview: null, ofLines: troubleOf(error, body).ofLines }
      throw error
    },
  )

/** What the server says that handing this out would come to; asked when the typing pauses, and again when stock or bill change. */
export const usePreview = (body: DispenseBody) => {
  const now = JSON.stringify(body)
  const [asked] = useDebouncedValue(now, PAUSE_MS)
  const { data, isError, isFetching } = useQuery({
    queryKey: [checkDispense.path, asked],
    queryFn: ({ signal }) => look(JSON.parse(asked) as DispenseBody, signal),
    enabled: (JSON.parse(asked) as DispenseBody).lines.length > 0,
    placeholderData: keepPreviousData,
    meta: { live: ['prescriptions', 'stock', 'patients'], record: body.prescription },
  })
  return {
    of: (line: number) => data?.preview?.lines.find((one) => one.line === line),
    /** Why this line cannot go out like that. */
    errorOf: (line: number) => (body.lines.length > 0 ? data?.ofLines[line] : undefined),
    /** Null while nothing is known. */
    warnings: body.lines.length > 0 ? (data?.preview?.warnings ?? null) : null,
    /** The reply is about exactly what stands there now. */
    isCurrent: asked === now && !isFetching && !isError && Boolean(data?.preview),
  }
}
