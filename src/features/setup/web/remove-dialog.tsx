import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { previewDemonstration, removeDemonstration } from '../contract.ts'
import styles from './set-up.module.css'

type Row = ResponseOf<typeof previewDemonstration>[number]

/** What people know by name; everything else hangs from these. */
const words: Readonly<Record<string, () => string>> = {
  patients: () => t('Patients'),
  visits: () => t('Visits'),
  appointments: () => t('Appointments'),
  invoices: () => t('Bills'),
  receipts: () => t('Receipts'),
  lab_results: () => t('Results'),
  prescribed_drugs: () => t('Prescribed drugs'),
  batches: () => t('Stock batches'),
  stock_movements: () => t('Stock movements'),
  items: () => t('Catalogue items'),
  insurance_companies: () => t('Insurance companies'),
  users: () => t('People'),
}
/** A table that has no word of its own is still named: it says where to look. */
const wordOf = (table: string) => words[table]?.() ?? table.replaceAll('_', ' ')

const sumOf = (rows: readonly Row[]): Row => ({
  table: '',
  goes: rows.reduce((sum, { goes }) => sum + goes, 0),
  stays: rows.reduce((sum, { stays }) => sum + stays, 0),
  held_by: [],
})

const Counts = ({ rows }: { rows: readonly Row[] }) => {
  const known = rows.filter(({ table }) => words[table])
  const rest = sumOf(rows.filter(({ table }) => !words[table]))
  const line = (row: Row, name: string) => (
    <tr key={row.table}>
      <th scope="row" className="names">
        {name}
      </th>
      <td className="r num">{number(row.goes)}</td>
      <td className="r num">{number(row.stays)}</td>
    </tr>
  )
  return (
    <table className={`k-table ${styles.setUpCounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('Data type')}</th>
          <th scope="col" className="r">
            {t('To remove')}
          </th>
          <th scope="col" className="r">
            {t('To keep')}
          </th>
        </tr>
      </thead>
      <tbody>
        {known.map((row) => line(row, wordOf(row.table)))}
        {line(rest, t('Related data'))}
      </tbody>
    </table>
  )
}

const Reasons = ({ rows }: { rows: readonly Row[] }) => {
  if (sumOf(rows).stays === 0) return <Note tone="done">{t('All demonstration data will be removed completely.')}</Note>
  const held = rows.filter(({ held_by }) => held_by.length > 0)
  return (
    <Note tone="attention">
      {t(
        'Some data stay, because you changed them or your own entries use them. The numbers of removed records will be missing from the number series.',
      )}
      <ul>
        {held.map(({ table, held_by }) => (
          <li key={table}>{t('{what}, used by: {why}', { what: wordOf(table), why: held_by.map(wordOf).join(', ') })}</li>
        ))}
      </ul>
    </Note>
  )
}

const Confirm = ({ onClose }: { onClose: () => void }) => {
  const clinic = useClinic()
  const f = useEndpointForm(removeDemonstration, { initialValues: { name: '' }, onSaved: onClose })
  return (
    <EndpointForm form={f} save={t('Remove demonstration data')} onCancel={onClose}>
      <TextInput
        label={t('Enter the clinic’s name: {name}', { name: clinic?.name ?? '' })}
        autoComplete="off"
        spellCheck={false}
        required
        {...f.form.getInputProps('name')}
      />
    </EndpointForm>
  )
}

/** Before the demonstration goes: what goes, what stays and why, and the name of the clinic typed again. */
export const RemoveDialog = ({ onClose }: { onClose: () => void }) => {
  const preview = useQuery(query(previewDemonstration))
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Remove demonstration data')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates query={preview}>
        {(rows) => (
          <div className="form-stack">
            <Reasons rows={rows} />
            <Counts rows={rows} />
            <p className="t3">{t('Your changes to these data are removed with them.')}</p>
            <Confirm onClose={onClose} />
          </div>
        )}
      </FourStates>
    </Modal>
  )
}
