import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconChecks, IconClock, IconMailOff, IconMailX, IconSend, type Icon } from '@tabler/icons-react'
import { listMessages } from '#features/messages/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/palette.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'

type Message = ResponseOf<typeof listMessages>[number]

const looks = {
  queued: { tone: 'waiting', icon: IconClock, word: 'Waits to be sent' },
  sending: { tone: 'progress', icon: IconSend, word: 'Being sent' },
  sent: { tone: 'done', icon: IconCheck, word: 'Sent' },
  delivered: { tone: 'done', icon: IconChecks, word: 'Delivered' },
  failed: { tone: 'attention', icon: IconMailX, word: 'Not delivered' },
  skipped: { tone: 'inactive', icon: IconMailOff, word: 'Not sent' },
} as const satisfies Record<Message['state'], { tone: Tone; icon: Icon; word: string }>

const kinds: Record<Message['kind'], string> = {
  booked: 'Booking',
  confirmed: 'Confirmation',
  moved: 'New time',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  question: 'Question',
  ready: 'Ready',
  code: 'Code for an e-mail address',
  account_code: 'Code to confirm an account',
  account_linked: 'Account linked',
  contact_replaced: 'Contact replaced',
}

/** What was written to the patient about it, and what became of each message. */
export const AppointmentMessages = ({ id }: { id: number }) => {
  const messages = useQuery(query(listMessages, { query: { entity: 'appointment', entity_id: id, limit: 20 } }))
  return (
    <section aria-label={t('Messages')}>
      <h3>{t('Messages')}</h3>
      <FourStates
        of={messages}
        loading={<Loading rows={2} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className="t3 appt-none">{t('Nothing was written to the patient.')}</p>}
      >
        {(list) => (
          <ul className="appt-history">
            {list.map(({ id: one, kind, channel, address, state, reason, send_after, sent_at, delivered_at }) => (
              <li key={one}>
                <span className="num t3 small">{dateTime(delivered_at ?? sent_at ?? send_after)}</span>
                <span>
                  <span className="row wrap">
                    {t(kinds[kind])}
                    <Status tone={looks[state].tone} icon={looks[state].icon}>
                      {t(looks[state].word)}
                    </Status>
                  </span>
                  <span className="small t3 wrap-text appt-why">
                    {[channel === 'sms' ? t('SMS') : t('E-mail'), address, reason && t(reason)].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </FourStates>
    </section>
  )
}
