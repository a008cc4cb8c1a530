import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { listPrescriptionRequests } from '#calls/pharmacy/contract-requests.ts'
import { RequestState } from '#features/pharmacy/web/request-status.tsx'
import { pages } from '#web/calls/api.ts'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, Loading } from '#web/ui/four-states.tsx'
import { OwnList } from '../own-list.tsx'
import { type SentRequest } from './calls.ts'

const OwnRequestRemarks = lazy(async () => ({
  default: (await import('#features/pharmacy/web/request-remarks-panel.tsx')).OwnRequestRemarks,
}))

const PAGE = 10

const Sent = ({ of: request }: { of: SentRequest }) => {
  const { id, status, date_created, note, file, lines, answer, remark_count, is_handed_out } = request
  return (
    <li className="own-medicine">
      <span className="row">
        <b className="grow num" title={dateTime(date_created)}>
          {dayOf(date_created)}
        </b>
        <RequestState of={request} />
      </span>
      <span>{lines.length > 0 ? lines.map(({ item_name }) => item_name).join(', ') : file?.name}</span>
      {note !== null && <span className="small t3">{note}</span>}
      {answer !== null && <span>{t('Answer: {{text}}', { text: answer })}</span>}
      {status === 'asked' && <b>{t('The pharmacy has a question.')}</b>}
      {status === 'done' && !is_handed_out && <b>{t('It is ready: come for it whenever we are open.')}</b>}
      {remark_count > 0 && (
        <Suspense fallback={<Loading rows={2} />}>
          <OwnRequestRemarks id={id} />
        </Suspense>
      )}
    </li>
  )
}

/** What the patient sent the pharmacy, with what it answered. */
export const SentRequests = () => {
  const list = usePages(pages(listPrescriptionRequests, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconInbox} title={t('Nothing sent yet')}>
      {t('Send a photo of a prescription, or ask for a medicine again; the answer appears here.')}
    </Empty>
  )
  return <OwnList of={list} title={t('Prescriptions that I sent')} empty={empty} line={Sent} />
}
