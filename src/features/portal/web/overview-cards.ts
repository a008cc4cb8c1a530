import {
  IconCalendar,
  IconFileText,
  IconFlask2,
  IconMessageQuestion,
  IconPill,
  IconReceipt,
  IconReportMedical,
  IconSpeakerphone,
  type Icon,
} from '@tabler/icons-react'
import { date, dateTime, money, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { OwnOverview, PortalOverview } from './portal-calls.ts'
import { HOME } from './portal-pages.ts'

/** What the first screen says of one room, and how soon the patient has to know it. */
export interface Card {
  to: string
  icon: Icon
  title: string
  /** What stands, in plain words; what stands when there is nothing is quiet. */
  text: string
  more?: string | undefined
  /** `now`: it waits for the patient. `soon`: there is something. `quiet`: there is nothing, or it is only the way to a room. */
  urgency: 'now' | 'soon' | 'quiet'
  /** `question`: an answer is awaited. `new`: not read yet, which is no problem. */
  mark?: 'question' | 'new' | undefined
}

const questions = ({ question_count: count }: OwnOverview): Card[] =>
  count === 0
    ? []
    : [
        {
          to: `${HOME}/prescriptions`,
          icon: IconMessageQuestion,
          title: t('The pharmacy has a question.'),
          text: t('{count, plural, one {# of your prescriptions needs your reply} other {# of your prescriptions need your reply}}', {
            count,
          }),
          urgency: 'now',
          mark: 'question',
        },
      ]

const results = ({ results: { new_count: count, newest } }: OwnOverview): Card => ({
  to: `${HOME}/results`,
  icon: IconReportMedical,
  title: t('Results'),
  text:
    count > 0
      ? t('{count, plural, one {# new result} other {# new results}}', { count })
      : newest
        ? t('No new results')
        : t('No results yet.'),
  more: newest ? `${newest.tests.join(', ')} · ${date(newest.date)}` : undefined,
  urgency: count > 0 ? 'now' : 'quiet',
  mark: count > 0 ? 'new' : undefined,
})

const appointment = ({ next_appointment: next }: OwnOverview): Card => ({
  to: `${HOME}/bookings`,
  icon: IconCalendar,
  title: t('Next appointment'),
  text: next ? dateTime(next.starts_at) : t('No appointment booked. Book one here.'),
  more: next
    ? [next.service_name, next.doctor_name, next.is_confirmed ? null : t('not confirmed yet')].filter(Boolean).join(' · ') || undefined
    : undefined,
  urgency: next ? 'soon' : 'quiet',
})

const medicines = ({ medicines: { count, first } }: OwnOverview): Card => ({
  to: `${HOME}/prescriptions`,
  icon: IconPill,
  title: t('Medicines'),
  text:
    count > 0 ? t('{count, plural, one {# medicine to take now} other {# medicines to take now}}', { count }) : t('No current medicines.'),
  more: first.map(({ name }) => name).join(', ') || undefined,
  urgency: count > 0 ? 'soon' : 'quiet',
})

const isZero = (amount: string) => Number(amount) === 0
const bills = ({ balance: { owed, deposit } }: OwnOverview): Card => ({
  to: `${HOME}/bills`,
  icon: IconReceipt,
  title: t('Bills'),
  text: isZero(owed) ? t('Nothing to pay.') : t('{amount} to pay', { amount: money(owed, { withCurrency: true }) }),
  more: isZero(deposit) ? undefined : t('{amount} paid in advance', { amount: money(deposit, { withCurrency: true }) }),
  urgency: isZero(owed) ? 'quiet' : 'soon',
})

const announcements = ({ announcements: { unread, first } }: Pick<PortalOverview, 'announcements'>): Card => ({
  to: `${HOME}/announcements`,
  icon: IconSpeakerphone,
  title: t('Announcements'),
  text: unread > 0 ? t('{count} unread', { count: unread }) : first.length > 0 ? t('No unread news.') : t('No news yet.'),
  more: first.map(({ title }) => title).join(' · ') || undefined,
  urgency: unread > 0 ? 'soon' : 'quiet',
  mark: unread > 0 ? 'new' : undefined,
})

const ways = ({ document_count: count }: OwnOverview): Card[] => [
  {
    to: `${HOME}/documents`,
    icon: IconFileText,
    title: t('Documents'),
    text: count > 0 ? t('{count, plural, one {# document} other {# documents}}', { count }) : t('Send documents to the clinic.'),
    urgency: 'quiet',
  },
  {
    to: `${HOME}/requests`,
    icon: IconFlask2,
    title: t('Laboratory requests'),
    text: t('Request a test: send a photo of your doctor’s form.'),
    urgency: 'quiet',
  },
  {
    to: `${HOME}/assistant`,
    icon: IconMessageQuestion,
    title: t('Ask about my record'),
    text: t('Ask in plain words; the answer comes from your record.'),
    urgency: 'quiet',
  },
]

const isToday = ({ next_appointment: next }: OwnOverview) => next !== null && today(next.starts_at) === today()

const order = { now: 0, soon: 1, quiet: 2 }

/** The cards of the first screen: what waits for the patient, what there is, and the ways to what there is nothing of. */
export const cardsOf = ({ record, announcements: reported }: PortalOverview): Card[] => {
  const news = announcements({ announcements: reported })
  if (!record) return [news]
  const next = appointment(record)
  const shownNext = isToday(record) ? { ...next, urgency: 'now' as const } : next
  const cards = [...questions(record), shownNext, results(record), medicines(record), bills(record), news, ...ways(record)]
  // When they go next is asked for most, whatever else there is; a question of the pharmacy alone comes before.
  const placeOf = (card: Card) => (card.mark === 'question' ? -2 : card === shownNext ? -1 : order[card.urgency])
  return cards.toSorted((a, b) => placeOf(a) - placeOf(b))
}
