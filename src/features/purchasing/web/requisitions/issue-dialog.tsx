import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  cardQuery,
  type Line,
  type LineColumn,
  LineEditor,
  lineFromRow,
  sentCount,
  textBox,
  useFormLines,
} from '#features/stock/web/lines-field.tsx'
import { StoreField } from '#features/stock/web/store-field.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { issueRequisition } from '../requisition-calls.ts'
import type { Requisition } from './requisition-types.ts'

interface IssueLine extends Line {
  id: number
  open: number
  /** Units, as typed; nothing issues none of it. */
  units: string
}
interface Values extends Record<string, unknown> {
  store: number | null
  lines: IssueLine[]
}

const There = ({ item, store }: { item: number; store: number | null }) => {
  const { data } = useQuery(cardQuery(item))
  if (!data || store === null) return <span className="t3">–</span>
  return number(data.levels.find((level) => level.store === store)?.usable ?? 0)
}

const linesOf = ({ items }: Requisition): IssueLine[] =>
  items
    .filter(({ open_units }) => open_units > 0)
    .map((row) => ({
      ...lineFromRow(row, String(row.id)),
      id: row.id,
      open: row.open_units,
      units: row.elsewhere > 0 ? String(Math.min(row.open_units, row.elsewhere)) : '',
    }))
const sent = (lines: readonly IssueLine[]) => lines.filter(({ units }) => units.trim() !== '')
const places = (lines: readonly IssueLine[]) => new Map(sent(lines).map(({ key }, at) => [key, at]))

/** Hands over from a store that has it: what is sent is on its way to the store that asked. */
export const IssueDialog = ({ requisition, onClose }: { requisition: Requisition; onClose: () => void }) => {
  const initial: Values = { store: null, lines: linesOf(requisition) }
  const f = useEndpointForm(issueRequisition, {
    params: { id: requisition.id },
    version: requisition.version,
    initialValues: initial,
    toBody: ({ store, lines }: Values) => ({
      store: store ?? Number.NaN,
      items: sent(lines).map(({ id, units }) => ({ id, units: sentCount(units) })),
      version: requisition.version,
    }),
    onSaved: () => {
      toast.done(t('Items are in transit to {store}.', { store: requisition.store_name }))
      onClose()
    },
  })
  const { form } = f
  const { store } = form.getValues()
  const { lines, change } = useFormLines<IssueLine, Values>(form, { places })
  const columns = useMemo<readonly LineColumn<IssueLine>[]>(
    () => [
      { key: 'open', title: t('Left'), width: 88, align: 'end', render: ({ open }) => number(open) },
      { key: 'there', title: t('Stock'), width: 88, align: 'end', render: ({ item }) => <There item={item} store={store} /> },
      { key: 'units', title: t('Issue'), width: 96, align: 'end', box: textBox('units', { mode: 'numeric' }) },
    ],
    [store],
  )
  return (
    <Modal opened onClose={onClose} size="xl" title={t('Issue from store')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={f} save={t('Issue items')} onCancel={onClose}>
        <StoreField
          label={t('From store')}
          placeholder={t('Choose a store')}
          required
          data-autofocus
          except={requisition.store}
          value={store}
          onChange={(id) => form.setFieldValue('store', id)}
          error={form.errors['store'] && t('Choose a store')}
          data-path="store"
        />
        <LineEditor
          label={t('Lines')}
          lines={lines}
          change={change}
          columns={columns}
          mayRemove={false}
          errors={form.errors}
          places={places(lines)}
        />
      </EndpointForm>
    </Modal>
  )
}
