import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { listMerges, previewUndo, undoMerge, type Merge } from '../contract-merge.ts'
import { tableLabel } from './merge/table-labels.ts'
import type { PatientRecord } from './use-patient.ts'

const listed = (kinds: readonly { kind: string; count: number }[]) =>
  kinds.map(({ kind, count }) => `${tableLabel(kind)} ${number(count)}`).join(', ')

/** Undoes a merge, after saying what goes back, what goes along and what stays. */
const useUndo = () => {
  const { run } = useAction()
  const ask = async (id: number, own: string) => {
    const { merge, follows, stays, gone } = await call(previewUndo, { params: { id } })
    const sentences = [
      t('Moves back: {what}.', { what: listed(merge.moved) || t('patient details only') }),
      follows.length > 0 && t('Added since, also moves back: {what}.', { what: listed(follows) }),
      stays.length > 0 && t('Added since, stays here: {what}.', { what: listed(stays) }),
      gone > 0 && t('Removed since then, not restored: {n} entries.', { n: number(gone) }),
    ]
    const title = t('Undo merge of {number}?', { number: own })
    if (await confirm({ title, text: sentences.filter(Boolean).join(' '), action: t('Undo merge') }))
      run(() => call(undoMerge, { params: { id }, body: {} }), t('{number} is a separate record again.', { number: own }))
  }
  return (id: number, name: string) => void ask(id, name).catch(toast.failed)
}

type Row = Pick<Merge, 'id' | 'from' | 'merged_by'> & { merged_at: string }

/** Says over a record which others were put away into it, and undoes that. */
export const MergeBanner = ({ patient }: { patient: PatientRecord }) => {
  const { data = [] } = useQuery(query(listMerges, { params: { id: patient.id }, query: {} }))
  const undo = useUndo()
  const here: Row[] = data.filter(({ undone_at, into }) => undone_at === null && into.id === patient.id)
  return here.map(({ id, from, merged_at, merged_by }) => (
    <Note key={id} tone="done">
      <span className="row">
        <span className="grow">
          {t('{number} ({name}) was merged into this record on {at} by {who}.', {
            number: from.unique_id,
            name: from.name,
            at: dateTime(merged_at),
            who: merged_by,
          })}
        </span>
        <Button size="compact-sm" onClick={() => undo(id, from.unique_id)}>
          {t('Undo merge…')}
        </Button>
      </span>
    </Note>
  ))
}
