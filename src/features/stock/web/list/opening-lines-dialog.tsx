import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call, messageOf } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Note } from '#web/ui/status.tsx'
import type { ImportReport } from '#shared/csv.ts'
import { importOpeningStock } from '#features/stock/contract-items.ts'
import { StockItemField } from '../stock-item-field.tsx'
import { StoreField, useStores } from '../store-field.tsx'
import styles from './opening-lines.module.css'

interface Line {
  key: number
  item: number | null
  name: string
  lot: string
  expiry: string
  quantity: string
  unit_cost: string
}

const COLUMNS = ['name', 'store', 'lot', 'expiry', 'quantity', 'unit_cost'] as const
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const emptyLine = (key: number): Line => ({ key, item: null, name: '', lot: '', expiry: '', quantity: '', unit_cost: '' })
const isFilled = ({ item, lot, expiry, quantity, unit_cost: cost }: Line) =>
  item !== null || [lot, expiry, quantity, cost].some((text) => text !== '')

/** What is wrong with a field of a line, as the server says of its row: the heading is row 1. */
const problemsAt = (report: ImportReport | undefined, place: number, ...fields: string[]) => {
  const reported = (report?.errors ?? [])
    .filter(({ row, field }) => row === place + 2 && fields.includes(field))
    .map(({ message }) => t(message))
  return reported.length > 0 ? reported.join(' ') : undefined
}

/** Opening stock line by line, by the same rules as a file: all lines or none. */
export const OpeningLinesDialog = ({ onClose }: { onClose: () => void }) => {
  const next = useRef(1)
  const [lines, setLines] = useState<readonly Line[]>([emptyLine(0)])
  const stores = useStores() ?? []
  const [store, setStore] = useState<number | null>(null)
  const storeName = stores.find(({ id }) => id === store)?.name ?? ''
  const filled = lines.filter(isFilled)
  const sending = useMutation({
    mutationFn: () => {
      const rows = filled.map((line) => COLUMNS.map((column) => quoted(column === 'store' ? storeName : line[column])).join(','))
      const file = new File([`${COLUMNS.join(',')}\n${rows.join('\n')}\n`], `${t('Entered manually')}.csv`, { type: 'text/csv' })
      return call(importOpeningStock, { body: { dry_run: 'false' } }, { files: { file } })
    },
    onSuccess: (report) => {
      void queryClient.invalidateQueries()
      if (report.error_count > 0) return
      toast.done(t('Imported: {added} added, {changed} changed.', { added: number(report.added), changed: number(report.changed) }))
      onClose()
    },
  })
  const change = (key: number, part: Partial<Line>) => {
    sending.reset()
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...part } : line)))
  }
  const report = sending.data
  const add = () => setLines([...lines, emptyLine(next.current++)])
  return (
    <Modal opened onClose={onClose} title={t('Enter opening stock')} size="xl" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        {sending.error && (
          <Note tone="critical" alert>
            {messageOf(sending.error)}
          </Note>
        )}
        {stores.length > 1 && <StoreField label={t('Store')} placeholder={t('Main store')} clearable value={store} onChange={setStore} />}
        {lines.map((line, at) => {
          const place = filled.indexOf(line)
          const problem = (...fields: string[]) => (place < 0 ? undefined : problemsAt(report, place, ...fields))
          return (
            <fieldset key={line.key} className={`grid items-start gap-4 ${styles.openingLine}`}>
              <legend className="t3 small">{t('Line {n}', { n: at + 1 })}</legend>
              <StockItemField
                label={t('Item')}
                value={line.item}
                name={line.name}
                error={problem('name', 'code', 'store', '')}
                onChange={(item) => change(line.key, { item, ...(item === null && { name: '' }) })}
                onName={(name) => change(line.key, { name })}
              />
              <TextInput
                label={t('Quantity')}
                inputMode="numeric"
                value={line.quantity}
                error={problem('quantity')}
                onChange={(event) => change(line.key, { quantity: event.currentTarget.value })}
              />
              <TextInput
                label={t('Unit cost')}
                inputMode="decimal"
                value={line.unit_cost}
                error={problem('unit_cost')}
                onChange={(event) => change(line.key, { unit_cost: event.currentTarget.value })}
              />
              <TextInput
                label={t('Lot')}
                value={line.lot}
                error={problem('lot')}
                onChange={(event) => change(line.key, { lot: event.currentTarget.value })}
              />
              <DateField
                label={t('Expiry')}
                value={line.expiry}
                error={problem('expiry')}
                onChange={(expiry) => change(line.key, { expiry: expiry ?? '' })}
              />
              <ActionIcon
                aria-label={t('Remove line {n}', { n: at + 1 })}
                disabled={lines.length === 1}
                onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </fieldset>
          )
        })}
        <div>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add line')}
          </Button>
        </div>
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="filled" disabled={filled.length === 0} loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('Save stock')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
