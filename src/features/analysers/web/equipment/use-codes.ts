import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { getCodes, putCodes } from '#features/analysers/contract.ts'
import { retryResults } from '../inbox/retry-results.ts'
import type { Equipment } from '../analyser-types.ts'
import { type CodeDraft, withCode, withoutCode } from './code-list.ts'

/** The code map of an instrument, and what changes it; it is always sent whole, from the version that is shown. */
export const useCodes = ({ id, waiting }: Pick<Equipment, 'id' | 'waiting'>) => {
  const asked = useQuery(query(getCodes, { params: { id } }))
  const { run, isRunning } = useAction()
  const send = (codes: CodeDraft[], message: string, onDone?: () => void) =>
    run(async () => {
      await call(putCodes, { params: { id }, body: { codes, version: asked.data?.version } })
      onDone?.()
      const retry = { label: t('Retry waiting results'), run: () => void retryResults({ equipment: id }).catch(toast.failed) }
      toast.done(message, waiting > 0 ? retry : undefined)
    })
  const codes = asked.data?.codes ?? []
  return {
    asked,
    isRunning,
    put: (next: CodeDraft, before?: string, onDone?: () => void) =>
      send(
        withCode(codes, next, before),
        next.panel === null ? t('{code} is ignored from now on.', { code: next.code }) : t('{code} mapped.', { code: next.code }),
        onDone,
      ),
    remove: (code: string) => send(withoutCode(codes, code), t('{code} removed from the code map.', { code })),
  }
}
export type Codes = ReturnType<typeof useCodes>
