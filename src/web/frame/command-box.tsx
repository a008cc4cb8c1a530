import { Kbd, Modal, VisuallyHidden } from '@mantine/core'
import {
  IconArrowRight,
  IconBolt,
  IconCalendar,
  IconFileInvoice,
  IconPackage,
  IconSearch,
  IconTestPipe,
  IconUser,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { addressOfCode, codeIn, useBillNumbers } from '../searches/bill-search.ts'
import { dateTime, fullName, money } from '../text/format.ts'
import { t } from '../i18n.ts'
import { keyLabel, useRegisteredKeys } from '../keyboard/keys.ts'
import { menuFor, useMenu } from '../menu.tsx'
import { factsOf, usePatientSearch } from '../searches/patient-search.ts'
import { useRights } from '../session/rights.ts'
import { addressOfSample, useSampleNumbers } from '../searches/sample-search.ts'
import { addressOfStockItem, itemOfCode, useStockSearch } from '../searches/stock-search.ts'
import { finds, has } from './screen-search.ts'
import { ASK, useAskItem, type CommandItem as Item } from './command-item.ts'
import { listAppointments } from '#calls/appointments/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'

type FoundAppointment = ResponseOf<typeof listAppointments>[number]

const MATCHES = 4

/** Letters, a dash, digits: what a number of an appointment looks like, however the clinic forms them. */
const NUMBER = /^[\p{L}/-]{0,12}[-/ ]?\d[\d\p{L}/-]*$/u

/** Appointments by number: asked only for what may be one. */
const useAppointmentNumbers = () => {
  const [appointments, setAppointments] = useState<FoundAppointment[]>([])
  const searchAppointments = async (text: string): Promise<FoundAppointment[]> => {
    const number = text.trim()
    const found = NUMBER.test(number) ? await call(listAppointments, { query: { number, limit: MATCHES } }) : []
    setAppointments(found)
    return found
  }
  return { appointments, searchAppointments }
}

const ListedAllergies = lazy(async () => ({
  default: (await import('#features/patients/web/listed-allergy-status.tsx')).ListedAllergies,
}))

const TYPING_MS = 120

const addressOfAppointment = (id: number | undefined) => `/dashboard/appointments/list?days=all&open=${id}`

interface Props {
  text: string
  isScanned: boolean
  /** Enter came before the box did. */
  isEntered?: boolean
  close: () => void
}

/** One box that finds everything: patients, screens, actions. */
export const CommandBox = ({ text: given, isScanned, isEntered = false, close }: Props) => {
  const [text, setText] = useState(given)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  /** The text that was answered, and the one that Enter waits for. */
  const answered = useRef<string | null>(null)
  /** The text whose search is over. */
  const [done, setDone] = useState<string | null>(null)
  const entered = useRef(isEntered ? given : null)
  const [isFailed, setFailed] = useState(false)
  const { found, search } = usePatientSearch()
  const { bills, searchBills } = useBillNumbers()
  const { appointments, searchAppointments } = useAppointmentNumbers()
  const { stock, searchStock } = useStockSearch()
  const { samples, searchSamples } = useSampleNumbers()
  const rights = useRights()
  const keys = useRegisteredKeys()
  const questions = useAskItem(isScanned ? null : text, close)
  const go = useNavigate()
  const list = useId()
  const maySearch = rights.allowed('patients.view')
  const maySearchBills = rights.allowed('billing.view')
  const maySearchBooked = rights.allowed('appointments.view')
  const maySearchStock = rights.allowed('stock.view')
  const maySearchSamples = rights.allowed('laboratory.view')
  const mayAsk = maySearch || maySearchStock || maySearchSamples

  const open = (to: string) => {
    close()
    void go(to)
  }
  const isWhole = isScanned && text === given
  /** What Enter does once the answer is there: the only thing that is called that, else the item of a code that is no plain number. */
  const enter = async (q: string, hits: readonly string[]) => {
    entered.current = null
    const scanned = hits.length === 0 && maySearchStock ? await itemOfCode(q) : undefined
    const [only, ...others] = scanned === undefined ? hits : [addressOfStockItem(scanned)]
    if (only !== undefined && others.length === 0) open(only)
  }
  const ask = useEffectEvent(async (q: string) => {
    try {
      const code = codeIn(q)
      if (code !== undefined) return open(await addressOfCode(code, rights))
      const scanned = isWhole && maySearchStock ? await itemOfCode(q) : undefined
      if (scanned !== undefined) return open(addressOfStockItem(scanned))
      const [patients, invoices, booked, goods, taken] = await Promise.all([
        maySearch ? search(q) : [],
        maySearchBills ? searchBills(q) : [],
        maySearchBooked ? searchAppointments(q) : [],
        maySearchStock ? searchStock(q) : [],
        maySearchSamples ? searchSamples(q) : [],
      ])
      setFailed(false)
      setDone(q)
      answered.current = q
      if (entered.current === q)
        return await enter(q, [
          ...patients.map(({ id }) => `/dashboard/patients/${id}`),
          ...invoices.map(({ id }) => `/dashboard/billing/invoices/${id}`),
          ...booked.map(({ id }) => addressOfAppointment(id)),
          ...goods.map(({ id }) => addressOfStockItem(id)),
          ...taken.map(addressOfSample),
        ])
      if (isWhole && taken[0] && !taken[1]) open(addressOfSample(taken[0]))
      else if (isWhole && patients.length === 1) open(`/dashboard/patients/${patients[0]?.id}`)
      else if (isWhole && patients.length === 0 && invoices.length === 1) open(`/dashboard/billing/invoices/${invoices[0]?.id}`)
      else if (isWhole && patients.length + invoices.length === 0 && booked.length === 1) open(addressOfAppointment(booked[0]?.id))
    } catch (error) {
      if (error instanceof DOMException) return
      setFailed(true)
      setDone(q)
    }
  })
  // Asks once the hand rests; a scanned code is whole already and opens what it names.
  useEffect(() => {
    if (!mayAsk) return undefined
    const timer = setTimeout(() => void ask(text), isWhole ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, mayAsk, isWhole])

  const patients: Item[] = found.map((patient) => ({
    id: `patient-${patient.id}`,
    icon: IconUser,
    label: fullName(patient),
    sub: factsOf(patient),
    patient: patient.id,
    run: () => open(`/dashboard/patients/${patient.id}`),
  }))
  const invoices: Item[] = bills.map((bill) => ({
    id: `bill-${bill.id}`,
    icon: IconFileInvoice,
    label: bill.invoice_number ?? t('Draft'),
    sub: `${bill.customer_name ?? bill.patient_name} · ${money(bill.invoice_amount)}`,
    run: () => open(`/dashboard/billing/invoices/${bill.id}`),
  }))
  const bookings: Item[] = appointments.map(({ id, number, patient_name, appointment_date_time }) => ({
    id: `appointment-${id}`,
    icon: IconCalendar,
    label: number,
    sub: `${patient_name} · ${dateTime(appointment_date_time)}`,
    run: () => open(addressOfAppointment(id)),
  }))
  const goods: Item[] = stock.map(({ id, name, item_code, units_of_measure }) => ({
    id: `stock-${id}`,
    icon: IconPackage,
    label: name,
    sub: item_code ?? units_of_measure,
    run: () => open(addressOfStockItem(id)),
  }))
  const tubes: Item[] = samples.map((sample) => ({
    id: `sample-${sample.id}`,
    icon: IconTestPipe,
    label: sample.patient_sample_code,
    sub: `${sample.patient_name} · ${sample.specimen_name}`,
    run: () => open(addressOfSample(sample)),
  }))
  const screens: Item[] = menuFor(rights, useMenu())
    .flatMap((group) => group.children.map((entry) => ({ group, entry })))
    .filter(({ group, entry }) => finds(text, entry, group))
    .map(({ group, entry }) => ({
      id: entry.to,
      icon: IconArrowRight,
      label: t(entry.label),
      sub: t(group.label),
      run: () => open(entry.to),
    }))
  const actions: Item[] = keys
    .filter(({ hidden, label }) => !hidden && has(label, text))
    .map(({ keys: name, label, run }) => ({
      id: `action-${name}`,
      icon: IconBolt,
      label,
      sub: '',
      keys: name,
      run: () => {
        close()
        run()
      },
    }))
  const groups = [
    { title: t('Patients'), items: patients },
    { title: t('Invoices'), items: invoices },
    { title: t('Appointments'), items: bookings },
    { title: t('Samples'), items: tubes },
    { title: t('Stock'), items: goods },
    { title: t('Screens'), items: screens },
    { title: t('Actions'), items: actions },
    { title: t('Assistant'), items: questions },
  ].filter(({ items }) => items.length > 0)
  const all = groups.flatMap(({ items }) => items)
  const current = all[Math.min(at, all.length - 1)]
  const isDone = !mayAsk || done === text
  const isEmpty = all.every(({ id }) => id === ASK)

  // Whoever chose to ask means it; without a question mark a patient of that name may still be found.
  const isAsked = current?.id === ASK && (at > 0 || text.trim().endsWith('?'))
  // A number or a code is one of the answers; what a screen is called is known already.
  const mustWait = mayAsk && text.trim() !== '' && !isAsked && (current === undefined || current.id === ASK || /\d/.test(text))
  const pressEnter = () => {
    if (mustWait && answered.current !== text) entered.current = text
    else if (current) current.run()
    else if (mustWait) void enter(text, []).catch(() => setFailed(true))
  }
  // The box takes the keys a moment after it is there: what is typed in between is for it.
  const keepEarly = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (document.activeElement === input.current || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Enter') pressEnter()
    else if (event.key.length === 1) setText(text + event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
    input.current?.focus()
  })
  useLayoutEffect(() => {
    const keep = (event: globalThis.KeyboardEvent) => keepEarly(event)
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') pressEnter()
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, all.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + all.length) % Math.max(1, all.length))
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={640}
      yOffset="10vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('Find anything') } }}
    >
      <div className="command">
        <div className="command-top">
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <input
            ref={input}
            data-autofocus
            role="combobox"
            aria-expanded={all.length > 0}
            aria-controls={list}
            aria-activedescendant={current && `${list}-${current.id}`}
            aria-label={t('Find anything')}
            placeholder={maySearch ? t('Patient, number, phone, screen') : maySearchStock ? t('Item, code, screen') : t('Screen or action')}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        {isDone && (isFailed || isEmpty) && (
          <p className="state small">
            {!isFailed ? t('No matches.') : maySearch ? t('Patient search failed. Try again.') : t('Search failed. Try again.')}
          </p>
        )}
        <VisuallyHidden role="status">
          {!isDone || text.trim() === ''
            ? ''
            : isFailed
              ? t('Search failed. Try again.')
              : isEmpty
                ? t('No matches.')
                : t('{count, plural, one {# result} other {# results}}', { count: all.length })}
        </VisuallyHidden>
        <div className="command-list" id={list} role="listbox" aria-label={t('Results')}>
          {groups.map(({ title, items }) => (
            <div key={title} role="group" aria-label={title}>
              <h3 aria-hidden>{title}</h3>
              {items.map((item) => (
                <div
                  key={item.id}
                  id={`${list}-${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === current}
                  className="command-item"
                  ref={(node) => void (item === current && node?.scrollIntoView({ block: 'nearest' }))}
                  onMouseMove={() => setAt(all.indexOf(item))}
                  onClick={item.run}
                  onKeyDown={onKeyDown}
                >
                  <item.icon size={18} stroke={1.5} aria-hidden />
                  <span className="grow clip">{item.label}</span>
                  <span className="small t3 num clip">{item.sub}</span>
                  {item.patient !== undefined && (
                    <Suspense>
                      <ListedAllergies patient={item.patient} />
                    </Suspense>
                  )}
                  {item.keys && <Kbd>{keyLabel(item.keys)}</Kbd>}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Modal>
  )
}
