import { Button, Kbd } from '@mantine/core'
import { IconArrowBackUp, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { download, query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { getDispense, printSlip } from '../contract.ts'
import { createPatientReturn } from '../contract-returns.ts'
import { ReturnState, returnsOf, whoseOf, type Dispense } from './dispenses-columns.tsx'
import { LabelsButton } from './dispenses-labels.tsx'
import { DispenseLines } from './dispenses-lines.tsx'
import { DispenseFacts, DispenseReturns } from './dispenses-side.tsx'
import './pharmacy.css'
import { useBillsOf } from './use-dispense-bill.ts'

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
  if (id === 0 || isMissing(asked))
    return <NoSuchDocument title={t('Nothing was handed out under this number')} to={LIST} label={t('All that was handed out')} />
  return (
    <div className="page-body">
      <FourStates of={asked} loading={<Loading rows={10} height={28} />}>
        {(dispense) => <Body of={dispense} />}
      </FourStates>
    </div>
  )
}
