import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'

/** The link of a booking, to be read, marked and copied; without https the browser copies what is marked. */
export const CopyLink = ({ link }: { link: string }) => {
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
      <p className="hint">{t('Whoever has this link can move or cancel the appointment. Keep it to yourself.')}</p>
      <input ref={box} id="link" className="link-box" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" className="button wide no-print" onClick={() => void copy()}>
        {isCopied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
        <span role="status">{isCopied ? t('Copied') : t('Copy link')}</span>
      </button>
    </div>
  )
}
