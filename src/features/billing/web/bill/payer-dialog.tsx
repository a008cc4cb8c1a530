import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInsuranceCompanies } from '#calls/insurance/contract.ts'
import { getPatient } from '#features/patients/contract.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, money, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { listItemsOfInvoice, updateInvoice } from '#features/billing/contract.ts'
import { changedLines } from '../bill-rules.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { billState } from '../bill-labels.ts'
import styles from '../queue/queue.module.css'

const CASH = 'cash'

const useInsurers = (bill: Invoice) => {
  const { can } = useRights()
  const { data: companies = [] } = useQuery({
    ...query(listInsuranceCompanies, { query: { active: 'true' } }),
    enabled: can(listInsuranceCompanies),
  })
  const { data: patient } = useQuery({
    ...query(getPatient, { params: { id: bill.patient ?? 0 } }),
    enabled: bill.patient !== null && can(getPatient),
  })
  const own = patient?.insurances ?? []
  const labelOf = ({ name, member_number, valid_until }: (typeof own)[number]) =>
    [name, member_number, valid_until && valid_until < today() && t('expired {date}', { date: date(valid_until) })]
      .filter(Boolean)
      .join(' · ')
  const others = companies.filter(({ id }) => !own.some((mine) => mine.id === id))
  return [
    { group: t('The patient'), items: [{ value: CASH, label: t('Self-pay (cash)') }] },
    { group: t('Insurers of the patient'), items: own.map((mine) => ({ value: String(mine.id), label: labelOf(mine) })) },
    { group: t('Other insurers'), items: others.map(({ id, name }) => ({ value: String(id), label: name })) },
  ].filter(({ items }) => items.length > 0)
}

interface Outcome {
  before: { bill: Invoice; lines: InvoiceItem[] }
  after: Invoice
}
const Priced = ({ outcome: { before, after }, onClose }: { outcome: Outcome; onClose: () => void }) => {
  const { data: lines } = useQuery(query(listItemsOfInvoice, { params: { invoice_id: after.id }, query: {} }))
  const changes = changedLines(before.lines, lines ?? before.lines)
  const rows = [
    { label: t('Total'), was: before.bill.invoice_amount, is: after.invoice_amount },
    { label: t('Insurer pays'), was: before.bill.insurer_total, is: after.insurer_total },
    { label: t('Patient pays'), was: before.bill.patient_total, is: after.patient_total },
  ]
  return (
    <div className="form-stack">
      <Note tone="done">
        {t('The payer is now {payer}. All lines were repriced.', { payer: after.insurance_company_name ?? t('The patient') })}
      </Note>
      <table className={`full-width collapsed ${styles.compare} num`}>
        <thead>
          <tr>
            <th scope="col">{t('Sum')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('Now')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, was, is }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{money(was)}</td>
              <td className="strong">{money(is)}</td>
            </tr>
          ))}
          {changes.map(({ id, name, before: was, after: is }) => (
            <tr key={id}>
              <th scope="row" className="t2">
                {name}
              </th>
              <td>{money(was)}</td>
              <td>{money(is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {after.unpriced > 0 && <Note tone="attention">{t('{n} without a price', { n: after.unpriced })}</Note>}
      <div className="form-foot">
        <span className="grow" />
        <Button variant="filled" data-autofocus autoFocus onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

const Choose = ({ bill, lines, onClose, onDone }: Props & { onDone: (outcome: Outcome) => void }) => {
  const groups = useInsurers(bill)
  const endpointForm = useEndpointForm(updateInvoice, {
    // It prices every line anew: of a bill that changed meanwhile there are no two texts to choose between.
    isAction: true,
    stateOf: billState,
    initialValues: { insurance_company: bill.insurance_company === null ? CASH : String(bill.insurance_company) },
    params: { id: bill.id },
    version: bill.version,
    toBody: ({ insurance_company }) => ({ insurance_company: insurance_company === CASH ? null : Number(insurance_company) }),
    onSaved: (after) => onDone({ before: { bill, lines }, after }),
  })
  return (
    <EndpointForm form={endpointForm} save={t('Reprice bill')} onCancel={onClose} labels={{ insurance_company: t('Payer') }}>
      <Select
        label={t('Payer')}
        description={t('Each line is priced by the payer’s price list. Prices set by hand stay.')}
        data={groups}
        searchable
        allowDeselect={false}
        selectFirstOptionOnChange
        data-autofocus
        openOnFocus={false}
        nothingFoundMessage={t('No matching insurance company')}
        {...endpointForm.form.getInputProps('insurance_company')}
      />
    </EndpointForm>
  )
}

interface Props {
  bill: Invoice
  lines: InvoiceItem[]
  onClose: () => void
}

/** Who pays a draft: the patient or an insurer. Another payer prices it anew, and what that changed is said. */
export const PayerDialog = (props: Props) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <Modal opened onClose={props.onClose} size={520} title={t('Payer')} closeButtonProps={{ 'aria-label': t('Close') }}>
      {outcome ? <Priced outcome={outcome} onClose={props.onClose} /> : <Choose {...props} onDone={setOutcome} />}
    </Modal>
  )
}
