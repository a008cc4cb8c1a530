import { call } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { previewUndo, runImport, stopImport, undoImport } from '../contract.ts'
import type { SentImport } from './words.tsx'

/** What can be done with an import, by a button each. */
export const useImportDeeds = ({ id }: Pick<SentImport, 'id'>) => {
  const { run, isRunning } = useDeed()
  const start = { params: { id }, body: {} } as const
  const undo = async () => {
    const { free, kept } = await call(previewUndo, { params: { id } })
    const words = [
      t('{{n}} rows are taken back.', { count: free, n: number(free) }),
      ...kept.map(({ reason, rows }) => `${t(reason)} (${number(rows)})`),
    ]
    if (await confirm({ title: t('Take the import back?'), text: words.join(' '), action: t('Take back'), isGrave: true }))
      await call(undoImport, start)
  }
  return {
    isRunning,
    begin: () => run(() => call(runImport, start)),
    stop: () => run(() => call(stopImport, start)),
    undo: () => run(undo),
  }
}
