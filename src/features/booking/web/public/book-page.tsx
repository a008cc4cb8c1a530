import { useRef, useState, useId } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { TakenBanner } from '../taken-banner.tsx'
import { TimePicker, type FreeTime } from '../time-picker.tsx'
import { address, goBack, goTo } from './address.ts'
import { firstOpen, screens, stageOf, wrongOn, type Errors, type ScreenName } from './answers.ts'
import { book, fetchFreeTimes, type Booking, type Place } from './calls.ts'
import { draft as kept, forget, write } from './draft.ts'
import { Back, Progress } from './frame.tsx'
import { Failure, Notice, Question, Fact, Wrong } from './page-blocks.tsx'
import { refusalOf, type Refusal } from './refusal.ts'
import { BirthScreen, ContactScreen, NameScreen, ReasonScreen, type WhoProps } from './who-screens.tsx'
import { DoctorPicker, ServicePicker } from '../choice-picker.tsx'
import { parseDay } from '#web/text/day-text.ts'
import { dataLanguage, longDay, time } from '#web/text/format.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import styles from '../pickers.module.css'
import { IconCalendarPlus, IconPrinter, IconCheck, IconCopy } from '@tabler/icons-react'
import { addToCalendar } from '#web/devices/save-calendar.ts'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { shown } from './page-language.ts'
import { WhenAndWhere } from './when-and-where.tsx'

/** The only way back to a booking: read, copied, or opened at once. Without https the browser copies what is marked. */
const BookingLink = ({ link }: { link: string }) => {
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setCopied(document.execCommand('copy'))
    }
  }
  return (
    <section className="keep-link" aria-labelledby={id}>
      <h2 id={id}>{t('Keep this link')}</h2>
      <p>{t('You need it to view, move or cancel your appointment. Copy it before you close this page.')}</p>
      <p ref={text} className="link-box" data-part="booking-link">
        {link}
      </p>
      <button type="button" className={`button main no-print ${styles.button}`} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
        <span>{isCopied ? t('Copied') : t('Copy link')}</span>
      </button>
      <span className="only-heard" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
      <a className={`button wide no-print ${styles.button}`} href={link}>
        {t('View, move or cancel')}
      </a>
      <p className={`hint ${styles.hint}`}>{t('Anyone with this link can move or cancel the appointment. Keep it private.')}</p>
    </section>
  )
}

/** Whether it is confirmed or a request, how to come back to it, the number, and when and where. */
const Confirmation = ({ booking, done }: { booking: Booking; done: () => void }) => {
  useStore(shown)
  const isConfirmed = booking.status === 'confirmed'
  return (
    <div className="panel">
      <Notice tone={isConfirmed ? 'done' : 'waiting'}>
        <Question>{isConfirmed ? t('Your appointment is confirmed.') : t('We have your request. The clinic will confirm it.')}</Question>
      </Notice>
      <BookingLink link={`${location.origin}/booking/${booking.link}`} />
      <WhenAndWhere booking={booking} />
      <div>
        <p className={`hint ${styles.hint}`}>{t('Booking number')}</p>
        <p className="big-number">{booking.number}</p>
      </div>
      <QrSquare rows={booking.qr} label={t('Your number as a QR code')} />
      <div className={`${styles.stack} no-print`}>
        <button type="button" className={`button wide ${styles.button}`} onClick={() => addToCalendar(booking)}>
          <IconCalendarPlus size={20} aria-hidden />
          {t('Add to my calendar')}
        </button>
        <button type="button" className={`button wide ${styles.button}`} onClick={() => print()}>
          <IconPrinter size={20} aria-hidden />
          {t('Print')}
        </button>
        <button type="button" className={`button wide ${styles.button}`} onClick={done}>
          {t('Done: clear this page')}
        </button>
      </div>
    </div>
  )
}

/** Who gives a service, by name; all of them while none is chosen. */
const doctorsFor = ({ services, doctors }: Place, item: number | null): Place['doctors'] => {
  const service = services.find(({ id }) => id === item)
  return service ? doctors.filter(({ id }) => service.doctors.includes(id)) : doctors
}

interface Line {
  screen: ScreenName
  label: string
  value: string
}

const genders = () => ({ '': '', female: t('Female'), male: t('Male'), other: t('Other') })

const factsOf = (place: Place, { draft, today }: Pick<WhoProps, 'draft' | 'today'>): Line[] => {
  const day = draft.start === null ? '' : longDay(wallTimeOf(new Date(draft.start), place.time_zone).day)
  const doctor = place.doctors.find(({ id }) => id === draft.doctor)?.name ?? t('Any doctor')
  const born = parseDay(draft.born, Number(today.slice(0, 4)))
  return [
    { screen: 'service', label: t('Service'), value: place.services.find(({ id }) => id === draft.item)?.name ?? '' },
    ...(doctorsFor(place, draft.item).length > 1 ? [{ screen: 'doctor' as const, label: t('Doctor'), value: doctor }] : []),
    { screen: 'time', label: t('Time'), value: draft.start === null ? '' : `${day}, ${time(draft.start)}` },
    { screen: 'name', label: t('Name'), value: `${draft.first_name} ${draft.second_name}` },
    { screen: 'birth', label: t('Born'), value: [born && longDay(born), genders()[draft.gender]].filter(Boolean).join(', ') },
    { screen: 'contact', label: t('Contact'), value: [draft.phone, draft.email].filter((text) => text.trim() !== '').join(', ') },
    { screen: 'reason', label: t('Reason'), value: draft.reason },
  ]
}

/** The words of consent that a new clinic has: they are translated, those of the clinic itself are not. */
const seededConsentWords: Record<'booking', string> = {
  booking: 'I agree. The clinic may keep these details to plan my visit. It may also send me messages about it.',
}
const ConsentText = ({ text }: { text: string }) =>
  text === seededConsentWords.booking ? <span>{t(text)}</span> : <span lang={dataLanguage()}>{text}</span>

/** Everything once more, each with a way to change it, and the words to agree to. */
const CheckScreen = ({ place, change, ...who }: WhoProps & { place: Place; change: (screen: ScreenName) => void }) => {
  const id = useId()
  const { draft, errors } = who
  const wrong = draft.consented ? undefined : errors.consented
  return (
    <>
      <Question>{t('Is everything correct?')}</Question>
      <ul className="facts">
        {factsOf(place, who).map(({ screen, label, value }) => (
          <Fact key={screen} label={label} value={screen === 'service' ? <span lang={dataLanguage()}>{value}</span> : value}>
            <button type="button" className="change" aria-label={t('Change: {what}', { what: label })} onClick={() => change(screen)}>
              {t('Change')}
            </button>
          </Fact>
        ))}
      </ul>
      <div>
        <label className="consent">
          <input
            type="checkbox"
            name="consented"
            checked={draft.consented}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}e` : undefined}
            aria-errormessage={wrong ? `${id}e` : undefined}
            onChange={(event) => write({ consented: event.currentTarget.checked, consent_version: place.consent.version })}
          />
          <ConsentText text={place.consent.text} />
        </label>
        {wrong && <Wrong id={`${id}e`}>{wrong}</Wrong>}
      </div>
    </>
  )
}

/** What for. */
const ServiceScreen = ({ place, item, choose }: { place: Place; item: number | null; choose: (item: number) => void }) => (
  <>
    <Question>{t('What would you like to book?')}</Question>
    {place.intro && (
      <p className="intro" lang={dataLanguage()}>
        {place.intro}
      </p>
    )}
    <ServicePicker services={place.services} item={item} choose={choose} />
  </>
)

interface DoctorProps {
  doctors: Place['doctors']
  doctor: number | 'any' | null
  choose: (doctor: number | 'any') => void
}
/** With whom. */
const DoctorScreen = (choice: DoctorProps) => (
  <>
    <Question>{t('Who would you like to see?')}</Question>
    <DoctorPicker {...choice} />
  </>
)

const stageNames = () => ({ 1: t('Visit'), 2: t('Time'), 3: t('About you'), 4: t('Check and send') })
const asking = { name: NameScreen, birth: BirthScreen, contact: ContactScreen, reason: ReasonScreen }

/** The screen after one: the first open one when only something was to be changed. */
const after = (screen: ScreenName, place: Place, today: string): ScreenName => {
  const open = firstOpen(kept.get(), today)
  if (address.get().isChange) return open
  const next = screens[screens.indexOf(screen) + 1] ?? 'check'
  return next === 'doctor' && doctorsFor(place, kept.get().item).length < 2 ? 'time' : next
}
const before = (screen: ScreenName, place: Place): ScreenName => {
  const last = screens[Math.max(0, screens.indexOf(screen) - 1)] ?? 'service'
  return last === 'doctor' && doctorsFor(place, kept.get().item).length < 2 ? 'service' : last
}

/** From the first question to the number of the booking. */
export const BookPage = ({ place, reload }: { place: Place; reload: () => void }) => {
  const draft = useStore(kept)
  const { screen: asked } = useStore(address)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [booked, setBooked] = useState<Booking | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const trap = useRef<HTMLInputElement>(null)
  const { today } = place
  const open = firstOpen(draft, today)
  const screen = screens.indexOf(asked) > screens.indexOf(open) ? open : asked

  const go = (to: ScreenName, isChange = false) => {
    setErrors({})
    if (to !== 'time') setRefusal(null)
    goTo(to, { isChange })
  }
  const onward = () => {
    // Whatever is not asked is for anybody.
    if (doctorsFor(place, kept.get().item).length < 2 && kept.get().doctor === null) write({ doctor: 'any' })
    go(after(screen, place, today), address.get().isChange)
  }
  const point = (wrong: Errors) => {
    flushSync(() => setErrors(wrong))
    document.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus()
  }
  const chooseTime = ({ start, doctor }: FreeTime) => {
    // An offered time may be another doctor's.
    write({ start, ...(kept.get().doctor !== 'any' && doctor !== null && { doctor }) })
    setRefusal(null)
    onward()
  }

  const refused = (given: Refusal) => {
    setRefusal(given)
    if (given.kind === 'taken') {
      write({ start: null })
      goTo('time', { isChange: true })
    } else if (given.kind === 'wrong') {
      goTo(given.screen, { isChange: true })
      point(given.errors)
    } else if (given.kind === 'words') {
      write({ consented: false })
      reload()
    } else if (given.kind === 'closed') reload()
  }
  const send = async () => {
    // State comes too late for the second of two quick taps.
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setRefusal(null)
    try {
      setBooked(await book(place, trap.current?.value ?? ''))
      forget()
      scrollTo(0, 0)
    } catch (error) {
      refused(refusalOf(error))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const wrong = wrongOn(screen, draft, today)
    if (Object.keys(wrong).length > 0) return point(wrong)
    if (screen === 'check') void send()
    else onward()
  }
  const startOver = () => {
    forget()
    setBooked(null)
    setErrors({})
    setRefusal(null)
    goTo('service', { replace: true })
  }

  if (booked) return <Confirmation booking={booked} done={startOver} />
  const { doctor } = draft
  const Asking = screen in asking ? asking[screen as keyof typeof asking] : null
  return (
    <form key={screen} noValidate onSubmit={submit}>
      {screen !== 'service' && <Back go={() => goBack(before(screen, place))} />}
      <Progress stage={stageOf[screen]} label={stageNames()[stageOf[screen]]} />
      {screen === 'service' && (
        <ServiceScreen
          place={place}
          item={draft.item}
          choose={(item) => {
            if (item !== draft.item) write({ item, doctor: null, start: null })
            onward()
          }}
        />
      )}
      {screen === 'doctor' && (
        <DoctorScreen
          doctors={doctorsFor(place, draft.item)}
          doctor={doctor}
          choose={(one) => {
            if (one !== doctor) write({ doctor: one, start: null })
            onward()
          }}
        />
      )}
      {screen === 'time' && (
        <>
          {refusal?.kind === 'taken' && (
            <TakenBanner
              zone={place.time_zone}
              free={refusal.free}
              comfort={t('Your entries are kept: choose another time.')}
              choose={chooseTime}
            />
          )}
          <Question>{t('When would you like to come?')}</Question>
          <TimePicker
            key={refusal?.kind}
            place={place}
            about={`${draft.item}/${doctor}`}
            chosen={draft.start}
            choose={chooseTime}
            ask={(range, signal) => fetchFreeTimes({ item: draft.item, doctor: doctor === 'any' ? null : doctor }, range, signal)}
          />
        </>
      )}
      {Asking && <Asking draft={draft} errors={errors} today={today} />}
      {screen === 'check' && <CheckScreen place={place} draft={draft} errors={errors} today={today} change={(to) => go(to, true)} />}
      {screen === 'check' && refusal?.kind === 'words' && (
        <Notice tone="attention">
          <p>{t('The consent text has changed. Read it again and tick the box.')}</p>
        </Notice>
      )}
      {screen === 'check' && refusal?.kind === 'failed' && (
        <Failure error={refusal.error} again={() => void send()} phone={place.clinic.phone} />
      )}
      {/* No person sees this box; a program that fills in every box gives itself away. */}
      {screen === 'check' && (
        <input ref={trap} className="away" data-part="away" name="website" tabIndex={-1} autoComplete="off" aria-hidden />
      )}
      {(Asking || screen === 'check') && (
        <button type="submit" className={`button main ${styles.button}`} aria-disabled={isBusy}>
          {screen !== 'check' ? t('Continue') : isBusy ? t('Sending…') : t('Send request')}
        </button>
      )}
      {screen !== 'service' && (
        <button type="button" className="plain-link" onClick={startOver}>
          {t('Clear all and start over')}
        </button>
      )}
    </form>
  )
}
