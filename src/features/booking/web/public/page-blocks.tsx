import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { ApiError, isOffline } from '#web/calls/http.ts'
import { t } from '#web/i18n.ts'
import { createStore } from '#web/state/store.ts'
import styles from '../pickers.module.css'

/** What the screen asks, for the title of the tab. */
export const asked = createStore<string | null>(null)

/** The question of a screen. The cursor goes there when the screen opens, so that a reader says it and Tab goes on from it. */
export const Question = ({ children }: { children: string }) => {
  const place = useRef<HTMLHeadingElement>(null)
  // The cursor is outside React.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  // So is the title of its tab.
  useEffect(() => {
    asked.set(children)
    return () => asked.set(null)
  }, [children])
  return (
    <h1 ref={place} tabIndex={-1}>
      {children}
    </h1>
  )
}

const signs = { attention: IconAlertTriangle, critical: IconAlertTriangle, done: IconCircleCheck, waiting: IconInfoCircle }

/** Something to know, with a sign; what went wrong is read out at once. */
export const Notice = ({ tone, children }: { tone: keyof typeof signs; children: ReactNode }) => {
  const Sign = signs[tone]
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'done' || tone === 'waiting' ? 'status' : 'alert'}>
      <Sign size={20} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  )
}

interface BoxProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  hint?: ReactNode
  error?: string
}
/** A box with its label, a hint and what is wrong with it. */
export const Box = ({ name, label, hint, error, ...input }: BoxProps) => {
  const id = useId()
  return (
    <div className="box">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={`hint ${styles.hint}`} id={`${id}h`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hint && `${id}h`, error && `${id}e`].filter(Boolean).join(' ') || undefined}
      />
      {error && <Wrong id={`${id}e`}>{error}</Wrong>}
    </div>
  )
}

export const Wrong = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="wrong" id={id}>
    <IconAlertTriangle size={16} aria-hidden />
    {children}
  </p>
)

const minutesOf = (seconds: number) => Math.max(1, Math.ceil(seconds / 60))

/** A failure in one kind sentence that says what to do. */
export const sentenceOf = (error: unknown): string => {
  if (isOffline(error)) return t('No internet connection. Nothing is lost: try again when you are back online.')
  if (!(error instanceof ApiError)) return t('Something went wrong. Nothing is lost: try again.')
  if (error.status === 429)
    return t(
      '{count, plural, one {Too many attempts from this connection. Try again in # minute, or call the clinic.} other {Too many attempts from this connection. Try again in # minutes, or call the clinic.}}',
      {
        count: minutesOf(error.retryAfter ?? 60),
      },
    )
  return error.status >= 500 || error.status === 0
    ? t('The clinic’s system did not answer. Nothing is lost: try again in a moment.')
    : t(error.detail)
}

/** A failure, and the button that tries again. */
export const Failure = ({ error, again, phone }: { error: unknown; again?: () => void; phone?: string | null }) => (
  <Notice tone="attention">
    <p>{sentenceOf(error)}</p>
    <div className="row wrap">
      {again && (
        <button type="button" className={`button ${styles.button}`} onClick={again}>
          {t('Try again')}
        </button>
      )}
      {phone && <Call phone={phone} />}
    </div>
  </Notice>
)

export const phoneLink = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** The clinic's telephone, to be touched. */
export const Call = ({ phone }: { phone: string }) => (
  <a className={`button ${styles.button}`} href={phoneLink(phone)}>
    {t('Call {phone}', { phone })}
  </a>
)

/** Bars where something will be. */
export const Waiting = ({ lines = 4 }: { lines?: number }) => (
  <div role="status" aria-label={t('Loading')} className={styles.stack}>
    {Array.from({ length: lines }, (_, at) => (
      <div key={at} className="skeleton" />
    ))}
  </div>
)

/** A line of a list of facts. */
export const Fact = ({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) => (
  <li>
    <span>
      <span className={`hint ${styles.hint}`}>{label}</span>
      {value}
    </span>
    {children}
  </li>
)
