import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import { ordersOf } from '../asked-orders.ts'
import { FlagMark, PanelStateMark, PriorityMark, UnpaidMark } from '../lab-labels.tsx'
import type { Request, RequestPanel } from '../lab-types.ts'
import styles from '../lab-pages.module.css'

const openPanels = ({ panels }: Request): RequestPanel[] => panels.filter(({ state }) => state !== 'cancelled')

/** Where a request stands as a whole. */
export const RequestState = ({ request }: { request: Request }) => {
  const open = openPanels(request)
  const done = open.filter(({ state }) => state === 'approved').length
  if (open.length === 0)
    return request.panels.length === 0 ? <Status tone="inactive">{t('No tests yet')}</Status> : <PanelStateMark state="cancelled" />
  if (done === open.length) return <PanelStateMark state="approved" />
  if (done > 0) return <Status tone="progress">{t('{done} of {all} approved', { done, all: open.length })}</Status>
  return <PanelStateMark state={open.some(({ state }) => state === 'entered') ? 'entered' : 'requested'} />
}

/** What is asked for, in a line; what was cancelled when there is nothing else. */
export const testNames = (request: Request): string => {
  const names = ordersOf([request]).map(({ title }) => title)
  return (names.length > 0 ? names : request.panels.map(({ test_panel_name }) => test_panel_name)).join(', ')
}
const criticalOf = (request: Request) =>
  ordersOf([request])
    .filter(({ hasCritical }) => hasCritical)
    .map(({ panels }) => panels[0])[0]

const Marks = ({ request }: { request: Request }) => {
  const worst = criticalOf(request)
  return (
    <>
      <PriorityMark priority={request.priority} />
      {request.is_unpaid && <UnpaidMark />}
      {worst && <FlagMark flag={worst.current?.flag} />}
      <OrdersPending visit={request.visit} />
    </>
  )
}

const Who = ({ request: { patient, patient_name, patient_number } }: { request: Request }) => (
  <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
    <bdi className="strong clip" title={patient_name}>
      {patient_name}
    </bdi>
    <span className="t3 num small">{patient_number}</span>
    <ListedAllergies patient={patient} />
  </span>
)
const What = ({ request }: { request: Request }) => (
  <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
    <span className="clip" title={testNames(request)}>
      {testNames(request)}
    </span>
    <span className="small t3 clip">{request.note}</span>
  </span>
)

/** The columns at a moment; a phone has all in two. */
export const requestColumns = (now: number, isPhone: boolean): Column<Request>[] => {
  const since: Column<Request> = {
    key: 'since',
    title: t('Requested'),
    width: isPhone ? 96 : 176,
    render: ({ requested_at, requested_by_name }) => (
      <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
        <span className="num" title={dateTime(requested_at)}>
          {ago(requested_at, now)}
        </span>
        {!isPhone && <span className="small t3 clip">{requested_by_name}</span>}
      </span>
    ),
  }
  if (isPhone)
    return [
      {
        key: 'patient',
        title: t('Patient'),
        render: (request) => (
          <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
            <Who request={request} />
            <What request={request} />
            <span className="row wrap">
              <Marks request={request} />
              <RequestState request={request} />
            </span>
          </span>
        ),
      },
      since,
    ]
  return [
    { key: 'patient', title: t('Patient'), width: 216, render: (request) => <Who request={request} /> },
    { key: 'tests', title: t('Tests'), render: (request) => <What request={request} /> },
    {
      key: 'marks',
      title: t('Urgency'),
      width: 136,
      render: (request) => (
        <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
          <Marks request={request} />
        </span>
      ),
    },
    { key: 'state', title: t('Status'), width: 168, render: (request) => <RequestState request={request} /> },
    since,
  ]
}
