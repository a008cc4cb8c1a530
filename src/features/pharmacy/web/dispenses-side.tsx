import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { usePapers } from '#features/billing/web/use-papers.ts'
import { query } from '#web/calls/api.ts'
import { dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { listPatientReturns } from '../contract-counter.ts'
import { whoseOf, type Dispense } from './dispenses-columns.tsx'
import styles from './pharmacy.module.css'

const MOST = 50

const Bill = ({ of, bills }: { of: Dispense; bills: readonly number[] }) => {
  const { allowed } = useRights()
  if (bills.length === 0) return <span className="t3">–</span>
  return bills.map((bill) => {
    const name = bill === of.invoice && of.invoice_number !== null ? of.invoice_number : t('Open the bill')
    return allowed('billing.view') ? (
      <Link key={bill} className="link num" to={`/dashboard/billing/invoices/${bill}`}>
        {name}
      </Link>
    ) : (
      <span key={bill}>{of.invoice_number}</span>
    )
  })
}

/** Whose it is, what it stands on, who handed it out. */
export const DispenseFacts = ({ of, bills }: { of: Dispense; bills: readonly number[] }) => {
  const { allowed } = useRights()
  return (
    <section className={`panel stack ${styles.facts}`} aria-label={t('About it')}>
      <dl className="facts">
        <dt>{t('For')}</dt>
        <dd>
          {of.patient !== null && allowed('patients.view') ? (
            <Link className="link" to={`/dashboard/patients/${of.patient}`}>
              <bdi>{whoseOf(of)}</bdi>
            </Link>
          ) : (
            <bdi>{whoseOf(of)}</bdi>
          )}
          {of.patient_number !== null && <span className="t3 num"> {of.patient_number}</span>}
        </dd>
        {of.prescription !== null && (
          <>
            <dt>{t('Prescription')}</dt>
            <dd>
              {allowed('prescriptions.dispense') ? (
                <Link className="link num" to={`/dashboard/pharmacy/prescriptions/${of.prescription}`}>
                  {t('Open the prescription')}
                </Link>
              ) : (
                <span className="num">{of.prescription}</span>
              )}
            </dd>
          </>
        )}
        <dt>{t('Bill')}</dt>
        <dd>
          <Bill of={of} bills={bills} />
        </dd>
        <dt>{t('Store')}</dt>
        <dd>{of.store_name}</dd>
        <dt>{t('By')}</dt>
        <dd>{of.dispensed_by_name}</dd>
        <dt>{t('When')}</dt>
        <dd className="num">{dateTime(of.dispensed_at)}</dd>
        {of.note !== '' && (
          <>
            <dt>{t('Note')}</dt>
            <dd>{of.note}</dd>
          </>
        )}
      </dl>
      {of.unpaid_reason !== '' && (
        <Note tone="attention">
          <b>{t('Handed out before it was paid')}</b>
          <br />
          {of.unpaid_reason}
        </Note>
      )}
    </section>
  )
}

/** What came back of it, with what that made of the bill; nothing while nothing did. */
export const DispenseReturns = ({ id }: { id: number }) => {
  const { data = [] } = useQuery(query(listPatientReturns, { query: { dispense: id, limit: MOST } }))
  const { printCreditNote } = usePapers()
  const { allowed } = useRights()
  if (data.length === 0) return null
  return (
    <section className="panel" aria-label={t('Came back')}>
      <div className="panel-head">
        <h2>{t('Came back')}</h2>
      </div>
      <ul className={styles.returns}>
        {data.map((one) => (
          <li key={one.id}>
            <p className="row">
              <span className="strong num">{one.number}</span>
              <span className="t3 num grow">{dateTime(one.returned_at)}</span>
            </p>
            <p>{one.reason}</p>
            <ul className={`${styles.batches} num`}>
              {one.items.map(({ id: key, item_name, lot, units }) => (
                <li key={key}>
                  {item_name} × {number(units)} {lot !== '' && <span className="t3">{t('Lot {{lot}}', { lot })}</span>}
                </li>
              ))}
            </ul>
            <p className="small t3">
              {one.returned_by_name}
              {one.is_to_be_filled_again && ` · ${t('something else is handed out instead')}`}
              {one.refund_receipt !== null && ` · ${t('paid back')}`}
            </p>
            {one.credit_notes.map((note) =>
              allowed('billing.view') ? (
                <button key={note.id} type="button" className="plain link num" onClick={() => printCreditNote(note.id)}>
                  {t('Credit note {{number}}, {{amount}}', { number: note.number, amount: money(note.total, { withCurrency: true }) })}
                </button>
              ) : (
                <span key={note.id} className="num">
                  {note.number}
                </span>
              ),
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
