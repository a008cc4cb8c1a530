import { Button, Kbd } from '@mantine/core'
import { IconArrowBackUp, IconReceipt, IconBarcode, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { download, query } from '#web/calls/api.ts'
import { dateTime, date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { getDispense, printSlip } from '../contract.ts'
import { createPatientReturn } from '../contract-counter.ts'
import { ReturnState, returnsOf, whoseOf, type Dispense, type DispenseItem } from './dispenses-columns.tsx'
import { LabelsButton, LabelButton } from './dispenses-labels.tsx'
import { DispenseFacts, DispenseReturns } from './dispenses-side.tsx'
import { useBillsOf } from './use-dispense-bill.ts'
import { unitName } from '#features/prescriptions/web/drug-name.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from './pharmacy.module.css'

const Batches = ({ of: { batches } }: { of: DispenseItem }) => (
  <ul className={`${styles.batches} num`}>
    {batches.map(({ batch, lot, expires_on, units, returned }) => (
      <li key={batch}>
        <span>{lot === '' ? t('no lot') : t('Lot {{lot}}', { lot })}</span>
        {expires_on !== null && <span className="t3">{t('expires {{day}}', { day: date(expires_on) })}</span>}
        {batches.length > 1 && <span>× {number(units)}</span>}
        {returned > 0 && <span className="t3">{t('{{n}} came back', { count: returned, n: number(returned) })}</span>}
      </li>
    ))}
  </ul>
)

const Reasons = ({ of }: { of: DispenseItem }) => (
  <>
    {of.prescribed_item_name !== null && (
      <p className={styles.reason}>
        <Status tone="attention" icon={IconReplace}>
          {t('In place of {{item}}', { item: of.prescribed_item_name })}
        </Status>{' '}
        {of.substitution_reason}
      </p>
    )}
    {of.batch_reason !== '' && (
      <p className={styles.reason}>
        <Status tone="attention">{t('Another batch than the first to expire')}</Status> {of.batch_reason}
      </p>
    )}
  </>
)

/** What went over the counter: each line with its batches, how it is taken, and why it is not what was expected. */
const DispenseLines = ({ of }: { of: Dispense }) => (
  <section className="panel" aria-label={t('Handed out')}>
    <div className="panel-head">
      <h2>{t('Handed out')}</h2>
      <span className="t3 num">{t('{{n}} lines', { count: of.items.length, n: number(of.items.length) })}</span>
    </div>
    <ul className={styles.lines}>
      {of.items.map((item) => (
        <li key={item.id}>
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
                  {t('{{n}} came back', { count: item.returned, n: number(item.returned) })}
                </Status>
              )}
            </p>
            {item.words !== '' && (
              <p className="t2" lang="en">
                {item.words}
              </p>
            )}
            <Reasons of={item} />
            <Batches of={item} />
          </div>
          <span className={`${styles.units} num`}>
            <b>{number(item.units)}</b> <span className="t3">{item.unit && unitName(item.unit, item.units)}</span>
          </span>
          <LabelButton id={of.id} item={item.id} name={item.item_name} />
        </li>
      ))}
    </ul>
  </section>
)

const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }))
const LIST = '/dashboard/pharmacy?tab=dispensed'

const Deeds = ({ of, onReturn }: { of: Dispense; onReturn: () => void }) => {
  const { can } = useRights()
  const mayReturn = can(createPatientReturn) && returnsOf(of.items) !== 'all'
  const print = () => void download(printSlip, { params: { id: of.id } }, { open: true }).catch(toast.failed)
  useKeys([
    { keys: 'R', label: t('Print the slip'), run: print },
    ...(mayReturn ? [{ keys: 'T', label: t('Take back'), run: onReturn }] : []),
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
      <LabelsButton id={of.id} />
    </>
  )
}

const Body = ({ of }: { of: Dispense }) => {
  const [isReturning, setReturning] = useState(false)
  const bills = useBillsOf(of)
  return (
    <>
      <DocumentHead
        title={of.number}
        status={<ReturnState of={of} />}
        sub={
          <span>
            {of.kind === 'sale' ? t('Counter sale') : t('Prescription')} · <bdi>{whoseOf(of)}</bdi> · {dateTime(of.dispensed_at)}
          </span>
        }
        back={{ to: LIST, label: t('All that was handed out') }}
        actions={<Deeds of={of} onReturn={() => setReturning(true)} />}
      />
      <div className="doc-body">
        <div className="doc-main">
          <DispenseLines of={of} />
        </div>
        <div className="doc-side">
          <DispenseFacts of={of} bills={bills} />
          <DispenseReturns id={of.id} />
        </div>
      </div>
      <Suspense>{isReturning && <ReturnDialog of={of} bills={bills} onClose={() => setReturning(false)} />}</Suspense>
    </>
  )
}

/** What went over the counter at once: its lines with their batches, labels and slip; returns begin here. */
export const DispensePage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getDispense, { params: { id } }))
  return (
    <DocumentPage
      document={asked}
      missing={{ title: t('Nothing was handed out under this number'), to: LIST, label: t('All that was handed out') }}
    >
      {(dispense) => <Body of={dispense} />}
    </DocumentPage>
  )
}
