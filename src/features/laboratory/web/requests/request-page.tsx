import { Button, Kbd, ActionIcon } from '@mantine/core'
import { IconPlus, IconPrinter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { download, query } from '#web/calls/api.ts'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { createLabTestRequestPanel, getLabTestRequest, listSamplesOfProcess } from '#features/laboratory/contract.ts'
import { printLabReport } from '#features/laboratory/contract-reports.ts'
import { cancellable } from '../asked-orders.ts'
import { Cap, PriorityMark, SampleStateMark, UnpaidMark } from '../lab-labels.tsx'
import type { Request, RequestPanel } from '../lab-types.ts'
import { useCancelling } from '../use-cancelling.ts'
import { ReleasePanel } from '../released/release-panel.tsx'
import { RequestState, testNames } from './request-columns.tsx'
import styles from '../lab-pages.module.css'
import { Status } from '#web/ui/status.tsx'
import { ResultLine } from '../asked-tests.tsx'

const chargeWord = (status: RequestPanel['invoice_item_status']) =>
  ({ pending: t('on the bill'), billed: t('billed'), credited: t('credited'), cancelled: t('removed from bill') })[status]

const Charge = ({ panel: { sale_price, invoice, invoice_item_status } }: { panel: RequestPanel }) => (
  <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
    {sale_price !== null && <span className="num">{money(sale_price)}</span>}
    <span className="small t3">
      {invoice === null ? (
        chargeWord(invoice_item_status)
      ) : (
        <Link className="link" to={`/dashboard/billing/invoices/${invoice}`}>
          {chargeWord(invoice_item_status)}
        </Link>
      )}
    </span>
  </span>
)

const Cancel = ({ panel }: { panel: RequestPanel }) => {
  const { isRunning, cancelPanel } = useCancelling()
  return (
    <ActionIcon
      loading={isRunning}
      aria-label={t('Cancel {test}', { test: panel.test_panel_name })}
      onClick={() => void cancelPanel(panel)}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The tests of a request: result or where each stands, its sample, its charge. A charge is said once for a profile. */
const RequestTests = ({ panels }: { panels: readonly RequestPanel[] }) => {
  const { mayCancel } = useCancelling()
  const isFirst = ({ id, order }: RequestPanel) => panels.find((panel) => panel.order === order)?.id === id
  return (
    <div className="table-box doc-lines">
      <table className="k-table" aria-label={t('Tests')}>
        <colgroup>
          <col />
          <col style={{ width: '40%' }} />
          <col className="not-phone" style={{ width: 120 }} />
          <col className="not-phone" style={{ width: 120 }} />
          <col style={{ width: 48 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Test')}</th>
            <th scope="col">{t('Result')}</th>
            <th scope="col" className="not-phone">
              {t('Sample')}
            </th>
            <th scope="col" className="not-phone">
              {t('Charge')}
            </th>
            <th scope="col">
              <span className="only-heard">{t('Cancel')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {panels.map((panel) => (
            <tr key={panel.id}>
              <td>
                <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
                  <span className="strong clip" title={panel.test_panel_name}>
                    {panel.test_panel_name}
                  </span>
                  {panel.profile_name !== null && <span className="small t3 clip">{panel.profile_name}</span>}
                </span>
              </td>
              <th scope="row" className="names wraps">
                <ResultLine panel={panel} withName={false} />
                {panel.cancel_reason !== null && (
                  <span className="small t3">{[panel.cancel_reason, panel.cancelled_by_name].filter(Boolean).join(' · ')}</span>
                )}
              </th>
              <td className="not-phone num">
                {panel.sample_code === null ? (
                  <Status tone="inactive">{t('none')}</Status>
                ) : (
                  <Link className="link" to={`/dashboard/laboratory/collect?show=all&q=${panel.sample_code}`}>
                    {panel.sample_code}
                  </Link>
                )}
              </td>
              <td className="not-phone">{isFirst(panel) && <Charge panel={panel} />}</td>
              <td>{mayCancel && (panel.state === 'requested' || panel.state === 'entered') && <Cancel panel={panel} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const AddTestDialog = lazy(async () => ({ default: (await import('./add-test-dialog.tsx')).AddTestDialog }))

const LIST = '/dashboard/laboratory/requests'

const Samples = ({ request: { process, panels } }: { request: Request }) => {
  const { can } = useRights()
  const asked = useQuery({ ...query(listSamplesOfProcess, { params: { process_id: process } }), enabled: can(listSamplesOfProcess) })
  const wanted = new Set(panels.map(({ patient_sample }) => patient_sample))
  return (
    <section className="section" aria-label={t('Samples')}>
      <h2>{t('Samples')}</h2>
      <FourStates query={asked} loading={<Loading rows={2} />}>
        {(samples) => {
          const own = samples.filter(({ id }) => wanted.has(id))
          return own.length === 0 ? (
            <p className="t3">{t('No samples needed.')}</p>
          ) : (
            <ul className="stack gap-4">
              {own.map((sample) => (
                <li className="stack gap-1" key={sample.id}>
                  <Cap colour={sample.colour} name={sample.container_name} />
                  <span className="row">
                    <Link className="link num" to={`/dashboard/laboratory/collect?show=all&q=${sample.patient_sample_code}`}>
                      {sample.patient_sample_code}
                    </Link>
                    <SampleStateMark state={sample.state} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </FourStates>
    </section>
  )
}

const yesNo = (value: boolean | null) => (value === null ? null : value ? t('Yes') : t('No'))

/** Why tests were asked for that are for the other sex; null where there are none. */
const againstSex = ({ panels }: Request): string | null =>
  panels
    .flatMap(({ test_panel_name, sex_override }) => (sex_override === null ? [] : [`${test_panel_name}: ${sex_override}`]))
    .join('; ') || null

const Facts = ({ request }: { request: Request }) => {
  const facts: [string, ReactNode][] = [
    [
      t('Patient'),
      <Link key="patient" className="link num" to={`/dashboard/patients/${request.patient}?tab=laboratory`}>
        {request.patient_number}
      </Link>,
    ],
    [t('Requested'), [dateTime(request.requested_at), request.requested_by_name].join(' · ')],
    [t('Fasting'), yesNo(request.is_fasting)],
    [t('Pregnant'), yesNo(request.is_pregnant)],
    [t('Remark'), request.note],
    [t('Reason for sex mismatch'), againstSex(request)],
  ]
  return (
    <section className="section" aria-label={t('Request')}>
      <dl className="facts num">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

const Actions = ({ request, onAdd }: { request: Request; onAdd: () => void }) => {
  const { can } = useRights()
  const { mayCancel, isRunning, cancelRequest } = useCancelling()
  const mayPrint = can(printLabReport) && request.panels.some(({ state }) => state === 'approved')
  const print = () =>
    void download(
      printLabReport,
      { params: { process_id: request.process }, query: { test_request_id: request.id } },
      { open: true },
    ).catch(toast.failed)
  const mayAdd = can(createLabTestRequestPanel)
  useKeys([
    ...(mayPrint ? [{ keys: 'P', label: t('Print report'), run: print }] : []),
    ...(mayAdd ? [{ keys: 'N', label: t('Add a test'), run: onAdd }] : []),
  ])
  return (
    <>
      {mayCancel && cancellable(request.panels).length > 0 && (
        <Button loading={isRunning} onClick={() => void cancelRequest(request, testNames(request))}>
          {t('Cancel all')}
        </Button>
      )}
      {mayAdd && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">N</Kbd>}
          aria-keyshortcuts="N"
          onClick={onAdd}
        >
          {t('Add a test')}
        </Button>
      )}
      <Button component={Link} to={`/dashboard/laboratory/visits/${request.process}`}>
        {t('Results')}
      </Button>
      {mayPrint && (
        <Button
          variant="filled"
          leftSection={<IconPrinter size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">P</Kbd>}
          aria-keyshortcuts="P"
          onClick={print}
        >
          {t('Print report')}
        </Button>
      )}
    </>
  )
}

const Opened = ({ request }: { request: Request }) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <DocumentHead
        title={request.patient_name}
        status={
          <>
            <PriorityMark priority={request.priority} />
            {request.is_unpaid && <UnpaidMark />}
            <RequestState request={request} />
            <ListedAllergies patient={request.patient} />
          </>
        }
        sub={testNames(request)}
        back={{ to: LIST, label: t('Laboratory requests') }}
        actions={<Actions request={request} onAdd={() => setAdding(true)} />}
      />
      <div className="doc-body">
        <div className="doc-main">
          {request.panels.length === 0 ? <Empty title={t('No tests yet')} /> : <RequestTests panels={request.panels} />}
        </div>
        <div className="doc-side">
          <Facts request={request} />
          <Samples request={request} />
          {request.panels.some(({ state }) => state === 'approved') && <ReleasePanel id={request.id} />}
        </div>
      </div>
      <Suspense>{isAdding && <AddTestDialog request={request} onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

/** A request: its tests with results, samples and charges. */
export const RequestPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getLabTestRequest, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Request not found'), to: LIST, label: t('Laboratory requests') }}>
      {(request) => <Opened key={request.id} request={request} />}
    </DocumentPage>
  )
}
