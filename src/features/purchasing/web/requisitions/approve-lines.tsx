import { useMemo } from 'react'
import { countOf, LineEditor, type LineNote, sentCount, useFormLines } from '#features/stock/web/lines-field.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { approveRequisition } from '../requisition-calls.ts'
import type { Requisition } from './requisition-types.ts'
import { approveColumns, shownLine, type ShownLine } from './view-columns.tsx'

interface Values extends Record<string, unknown> {
  lines: ShownLine[]
}

const readApproved = ({ approved }: ShownLine): number | null => (approved.trim() === '0' ? 0 : countOf(approved))
const notesOf = (line: ShownLine): readonly LineNote[] => {
  const approved = readApproved(line)
  const own: LineNote[] = line.row.note === '' ? [] : [{ tone: 'waiting', text: line.row.note }]
  if (approved === 0) return [...own, { tone: 'attention', text: t('Line rejected') }]
  return approved !== null && approved < line.row.quantity_requested ? [...own, { tone: 'attention', text: t('Less than requested') }] : own
}

/** Approves for procurement, line by line: as requested unless less is typed, zero refuses the line. */
export const ApproveLines = ({ requisition }: { requisition: Requisition }) => {
  const { id, version } = requisition
  const initial: Values = { lines: requisition.items.map(shownLine) }
  const f = useEndpointForm(approveRequisition, {
    params: { id },
    version,
    initialValues: initial,
    toBody: ({ lines }: Values) => ({
      items: lines.map((line) => ({ id: line.row.id, quantity_approved: sentCount(line.approved) })),
      version,
    }),
  })
  const { lines, change } = useFormLines<ShownLine, Values>(f.form)
  const columns = useMemo(() => approveColumns(), [])
  return (
    <EndpointForm form={f} save={t('Approve these quantities')}>
      <LineEditor
        label={t('Lines')}
        lines={lines}
        change={change}
        columns={columns}
        mayRemove={false}
        notes={notesOf}
        errors={f.form.errors}
      />
    </EndpointForm>
  )
}
