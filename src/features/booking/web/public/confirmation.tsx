import { IconCalendarPlus, IconPrinter, IconCheck, IconCopy } from '@tabler/icons-react'
import { addToCalendar } from '#web/devices/save-calendar.ts'
import { useStore } from '#web/state/store.ts'
import { t } from '#web/i18n.ts'
import type { Booking } from './calls.ts'
import { Notice, Question } from './parts.tsx'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { shown } from './page-language.ts'
import { WhenAndWhere } from './when-and-where.tsx'
import { useRef, useState } from 'react'
import styles from '../pickers.module.css'

/** The link of a booking, to be read, marked and copied; without https the browser copies what is marked. */
const CopyLink = ({ link }: { link: string }) => {
  const box = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      box.current?.select()
      setCopied(document.execCommand('copy'))
    }
  }
  return (
    <div className="box">
      <label htmlFor="link">{t('The link to your appointment')}</label>
      <p className={`hint ${styles.hint}`}>{t('Whoever has this link can move or cancel the appointment. Keep it to yourself.')}</p>
      <input ref={box} id="link" className="link-box" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" className={`button wide no-print ${styles.button}`} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
        <span role="status">{isCopied ? t('Copied') : t('Copy link')}</span>
      </button>
    </div>
  )
}

/** The number, the square, when and where, and how to come back to it. */
export const Confirmation = ({ of, done }: { of: Booking; done: () => void }) => {
  useStore(shown)
  const link = `${location.origin}/booking/${of.link}`
  return (
    <div className="panel">
      <Notice tone="done">
        <Question>{t('Your appointment is booked')}</Question>
        {of.status === 'pending' && <p>{t('The clinic will look at it and tell you if anything has to change.')}</p>}
      </Notice>
      <div>
        <p className={`hint ${styles.hint}`}>{t('Your number')}</p>
        <p className="big-number">{of.number}</p>
      </div>
      <QrSquare rows={of.qr} label={t('Your number as a square code')} />
      <WhenAndWhere of={of} />
      <div className={`${styles.stack} no-print`}>
        <button type="button" className={`button wide ${styles.button}`} onClick={() => addToCalendar(of)}>
          <IconCalendarPlus size={20} aria-hidden />
          {t('Add to my calendar')}
        </button>
        <button type="button" className={`button wide ${styles.button}`} onClick={() => print()}>
          <IconPrinter size={20} aria-hidden />
          {t('Print')}
        </button>
      </div>
      <CopyLink link={link} />
      <a className={`button wide no-print ${styles.button}`} href={link}>
        {t('See, move or cancel it')}
      </a>
      <button type="button" className={`button main no-print ${styles.button}`} onClick={done}>
        {t('Done: clear this page')}
      </button>
    </div>
  )
}
