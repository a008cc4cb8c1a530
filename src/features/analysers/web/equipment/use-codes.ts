import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { getCodes, putCodes } from '#features/analysers/contract.ts'
import { retryInbox } from '#features/analysers/contract-inbox.ts'
import type { Equipment } from '../analyser-types.ts'
import { type CodeDraft, withCode, withoutCode } from './code-list.ts'

/** Tries what waits of an instrument again, and says what came of it. */
export const retryAll = async (equipment: number): Promise<void> => {
  const { applied, waiting } = await call(retryInbox, { body: { equipment } })
  void queryClient.invalidateQueries()
  toast.done(t('{{applied}} entered, {{waiting}} still wait.', { applied: number(applied), waiting: number(waiting) }))
}

/** The code map of an instrument, and what changes it; it is always sent whole, from the version that is shown. */
export const useCodes = ({ id, waiting }: Pick<Equipment, 'id' | 'waiting'>) => {
  const asked = useQuery(query(getCodes, { params: { id } }))
  const { run, isRunning } = useDeed()
  const send = (codes: CodeDraft[], said: string, onDone?: () => void) =>
    run(async () => {
      await call(putCodes, { params: { id }, body: { codes, version: asked.data?.version } })
      onDone?.()
      const retry = { label: t('Try what waits again'), run: () => void retryAll(id).catch(toast.failed) }
      toast.done(said, waiting > 0 ? retry : undefined)
    })
  const codes = asked.data?.codes ?? []
  return {
    asked,
    isRunning,
    put: (next: CodeDraft, before?: string, onDone?: () => void) =>
      send(
        withCode(codes, next, before),
        next.panel === null ? t('{{code}} is left out from now on.', { code: next.code }) : t('{{code}} is mapped.', { code: next.code }),
        onDone,
      ),
    remove: (code: string) => send(withoutCode(codes, code), t('{{code}} is taken out of the map.', { code })),
  }
}
export type Codes = ReturnType<typeof useCodes>
