import { Button, Kbd } from '@mantine/core'
import { IconArrowBackUp, IconReceipt, IconBarcode, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { download, query } from '#web/calls/api.ts'
import { dateTime, date, number, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { getDispense, printSlip } from '../contract.ts'
import { createPatientReturn, listPatientReturns } from '../contract-counter.ts'
import { ReturnState, returnsOf, ownerOf, type Dispense, type DispenseItem } from './dispenses-columns.tsx'
import { LabelsButton, LabelButton } from './dispenses-labels.tsx'
import { useBillsOf } from './use-dispense-bill.ts'
import { unitName } from '#features/prescriptions/web/drug-name.tsx'
import { Status, Note } from '#web/ui/status.tsx'
import styles from './pharmacy.module.css'
import { Link } from 'react-router'
import { useDocuments } from '#features/billing/web/use-documents.ts'

const MOST = 50

const Bill = ({ dispense, bills }: { dispense: Dispense; bills: readonly number[] }) => {
  const { allowed } = useRights()
  if (bills.length === 0) return <span className="nowrap t3">–</span>
  return bills.map((bill) => {
    const name = bill === dispense.invoice && dispense.invoice_number !== null ? dispense.invoice_number : t('Open bill')
    return allowed('billing.view') ? (
      <Link key={bill} className="link num" to={`/dashboard/billing/invoices/${bill}`}>
        {name}
      </Link>
    ) : (
      <span key={bill}>{dispense.invoice_number}</span>
    )
  })
}

/** Whose it is, what it stands on, who handed it out. */
const DispenseFacts = ({ dispense, bills }: { dispense: Dispense; bills: readonly number[] }) => {
  const { allowed } = useRights()
  return (
    <section className="panel stack gap-5 pad-6" aria-label={t('Details')}>
      <dl className="facts">
        <dt>{t('For')}</dt>
        <dd>
          {dispense.patient !== null && allowed('patients.view') ? (
            <Link className="link" to={`/dashboard/patients/${dispense.patient}`}>
              <bdi>{ownerOf(dispense)}</bdi>
            </Link>
          ) : (
            <bdi>{ownerOf(dispense)}</bdi>
          )}
          {dispense.patient_number !== null && <span className="nowrap t3 num"> {dispense.patient_number}</span>}
        </dd>
        {dispense.prescription !== null && (
          <>
            <dt>{t('Prescription')}</dt>
            <dd>
              {allowed('prescriptions.dispense') ? (
                <Link className="link num" to={`/dashboard/pharmacy/prescriptions/${dispense.prescription}`}>
                  {t('Open prescription')}
                </Link>
              ) : (
                <span className="num">{dispense.prescription}</span>
              )}
            </dd>
          </>
        )}
        <dt>{t('Bill')}</dt>
        <dd>
          <Bill dispense={dispense} bills={bills} />
        </dd>
        <dt>{t('Store')}</dt>
        <dd>{dispense.store_name}</dd>
        <dt>{t('By')}</dt>
        <dd>{dispense.dispensed_by_name}</dd>
        <dt>{t('When')}</dt>
        <dd className="num">{dateTime(dispense.dispensed_at)}</dd>
        {dispense.note !== '' && (
          <>
            <dt>{t('Note')}</dt>
            <dd>{dispense.note}</dd>
          </>
        )}
      </dl>
      {dispense.unpaid_reason !== '' && (
        <Note tone="attention">
          <b>{t('Dispensed before payment')}</b>
          <br />
          {dispense.unpaid_reason}
        </Note>
      )}
    </section>
  )
}

/** What came back of it, with what that made of the bill; nothing while nothing did. */
const DispenseReturns = ({ id }: { id: number }) => {
  const { data = [] } = useQuery(query(listPatientReturns, { query: { dispense: id, limit: MOST } }))
  const { printCreditNote } = useDocuments()
  const { allowed } = useRights()
  if (data.length === 0) return null
  return (
    <section className="panel" aria-label={t('Returned')}>
      <div className="panel-head">
        <h2>{t('Returned')}</h2>
      </div>
      <ul className="lined">
        {data.map((one) => (
          <li className="pad-5-6" key={one.id}>
            <p className="row">
              <span className="strong num">{one.number}</span>
              <span className="t3 num grow">{dateTime(one.returned_at)}</span>
            </p>
            <p>{one.reason}</p>
            <ul className={`${styles.batches} num`}>
              {one.items.map(({ id: key, item_name, lot, units }) => (
                <li className="flow gap-0-4" key={key}>
                  {item_name} × {number(units)} {lot !== '' && <span className="t3">{t('Lot {lot}', { lot })}</span>}
                </li>
              ))}
            </ul>
            <p className="small t3">
              {one.returned_by_name}
              {one.is_to_be_filled_again && ` · ${t('another item is dispensed instead')}`}
              {one.refund_receipt !== null && ` · ${t('paid back')}`}
            </p>
            {one.credit_notes.map((note) =>
              allowed('billing.view') ? (
                <button
                  key={note.id}
                  type="button"
                  className="plain link num accent-text underlined"
                  onClick={() => printCreditNote(note.id)}
                >
                  {t('Credit note {number}, {amount}', { number: note.number, amount: money(note.total, { withCurrency: true }) })}
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

const Batches = ({ item: { batches } }: { item: DispenseItem }) => (
  <ul className={`${styles.batches} num`}>
    {batches.map(({ batch, lot, expires_on, units, returned }) => (
      <li className="flow gap-0-4" key={batch}>
        <span>{lot === '' ? t('no lot') : t('Lot {lot}', { lot })}</span>
        {expires_on !== null && <span className="t3">{t('expires {day}', { day: date(expires_on) })}</span>}
        {batches.length > 1 && <span>× {number(units)}</span>}
        {returned > 0 && <span className="t3">{t('{n} returned', { count: returned, n: number(returned) })}</span>}
      </li>
    ))}
  </ul>
)

const Reasons = ({ item }: { item: DispenseItem }) => (
  <>
    {item.prescribed_item_name !== null && (
      <p className="break-anywhere">
        <Status tone="attention" icon={IconReplace}>
          {t('In place of {item}', { item: item.prescribed_item_name })}
        </Status>{' '}
        {item.substitution_reason}
      </p>
    )}
    {item.batch_reason !== '' && (
      <p className="break-anywhere">
        <Status tone="attention">{t('Not the batch that expires first')}</Status> {item.batch_reason}
      </p>
    )}
  </>
)

/** What went over the counter: each line with its batches, how it is taken, and why it is not what was expected. */
const DispenseLines = ({ dispense }: { dispense: Dispense }) => (
  <section className="panel" aria-label={t('Dispensed')}>
    <div className="panel-head">
      <h2>{t('Dispensed')}</h2>
      <span className="t3 num">
        {t('{count, plural, one {{n} line} other {{n} lines}}', { count: dispense.items.length, n: number(dispense.items.length) })}
      </span>
    </div>
    <ul className={`lined ${styles.lines}`}>
      {dispense.items.map((item) => (
        <li className="flex items-start gap-4-6 pad-5-6" key={item.id}>
          <div className="grow">
            <p className="row wrap">
              <span className="strong">{item.item_name}</span>
              {item.is_scanned && (
                <Status tone="done" icon={IconBarcode}>
                  {t('Scanned')}
                </Status>
              )}
              {item.returned > 0 && (
                <Status tone={item.returned >= item.units ? 'inactive' : 'attention'} icon={IconArrowBackUp}>
                  {t('{n} returned', { count: item.returned, n: number(item.returned) })}
                </Status>
              )}
            </p>
            {item.words !== '' && (
              <p className="t2" lang="en">
                {item.words}
              </p>
            )}
            <Reasons item={item} />
            <Batches item={item} />
          </div>
          <span className="rigid text-end text-l num">
            <b>{number(item.units)}</b> <span className="t3">{item.unit && unitName(item.unit, item.units)}</span>
          </span>
          <LabelButton id={dispense.id} item={item.id} name={item.item_name} />
        </li>
      ))}
    </ul>
  </section>
)

const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }))
const LIST = '/dashboard/pharmacy?tab=dispensed'

const Actions = ({ dispense, onReturn }: { dispense: Dispense; onReturn: () => void }) => {
  const { can } = useRights()
  const mayReturn = can(createPatientReturn) && returnsOf(dispense.items) !== 'all'
  const print = () => void download(printSlip, { params: { id: dispense.id } }, { open: true }).catch(toast.failed)
  useKeys([
    { keys: 'R', label: t('Print slip'), run: print },
    ...(mayReturn ? [{ keys: 'T', label: t('Accept return'), run: onReturn }] : []),
  ])
  return (
    <>
      {mayReturn && (
        <Button
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">T</Kbd>}
          aria-keyshortcuts="T"
          onClick={onReturn}
        >
          {t('Return')}
        </Button>
      )}
      <Button
        leftSection={<IconReceipt size={16} aria-hidden />}
        rightSection={<Kbd className="not-phone">R</Kbd>}
        aria-keyshortcuts="R"
        onClick={print}
      >
        {t('Slip')}
      </Button>
      <LabelsButton id={dispense.id} />
    </>
  )
}

const Body = ({ dispense }: { dispense: Dispense }) => {
  const [isReturning, setReturning] = useState(false)
  const bills = useBillsOf(dispense)
  return (
    <>
      <DocumentHead
        title={dispense.number}
        status={<ReturnState dispense={dispense} />}
        sub={
          <span>
            {dispense.kind === 'sale' ? t('Counter sale') : t('Prescription')} · <bdi>{ownerOf(dispense)}</bdi> ·{' '}
            {dateTime(dispense.dispensed_at)}
          </span>
        }
        back={{ to: LIST, label: t('All dispensed items') }}
        actions={<Actions dispense={dispense} onReturn={() => setReturning(true)} />}
      />
      <div className="doc-body">
        <div className="doc-main">
          <DispenseLines dispense={dispense} />
        </div>
        <div className="doc-side">
          <DispenseFacts dispense={dispense} bills={bills} />
          <DispenseReturns id={dispense.id} />
        </div>
      </div>
      <Suspense>{isReturning && <ReturnDialog dispense={dispense} bills={bills} onClose={() => setReturning(false)} />}</Suspense>
    </>
  )
}

/** What went over the counter at once: its lines with their batches, labels and slip; returns begin here. */
export const DispensePage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getDispense, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('No dispensing with this number'), to: LIST, label: t('All dispensed items') }}>
      {(dispense) => <Body dispense={dispense} />}
    </DocumentPage>
  )
}
