import { Kbd, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { Status } from '#web/ui/status.tsx'
import { readLine, settledPart } from '../line.ts'
import { inWords } from './triage-labels.ts'
import type { VitalsForm } from './use-vitals-form.ts'
import styles from './triage.module.css'

const EXAMPLE = 'T 37.2 P 88 BP 120/80 R 16 S 98 RA A W 70 H 172 L 3'

/** Vital signs in one line, understood while they are typed. Enter takes them into the boxes; what is not understood stays and is named. */
export const LineBox = ({ vitals: { form, takeLine }, onDone }: { vitals: VitalsForm; onDone: () => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const { line } = form.getValues()
  const { wrong } = readLine(line)
  // The hand starts here as soon as a patient is opened; the focus is outside React.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useKeys([{ keys: 'Alt+L', label: t('Vital signs in one line'), run: () => box.current?.focus(), always: true }])
  const [isTyping, setTyping] = useState(false)
  // A word is judged once a space follows it, the whole line once it is left.
  const reported = isTyping ? readLine(settledPart(line)).wrong : wrong
  const props = form.getInputProps('line')
  const take = () => {
    setTyping(false)
    takeLine()
  }
  return (
    <div className={styles.vitalsLine}>
      <TextInput
        ref={box}
        label={t('One-line entry')}
        placeholder={EXAMPLE}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        rightSection={<Kbd className="not-phone">{keyLabel('Alt+L')}</Kbd>}
        rightSectionWidth={64}
        data-autofocus
        aria-describedby="vitals-wrong"
        {...props}
        error={undefined}
        onChange={(event) => {
          setTyping(true)
          props.onChange(event)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          take()
          if (wrong.length === 0) onDone()
          else void form.validateField('line')
        }}
        onBlur={take}
      />
      <div id="vitals-wrong" role="status" className={`stack gap-2 pt-2 ${styles.vitalsWrong}`}>
        {reported.map(({ token, reason }) => (
          <span key={token + reason.text} className="wrap row">
            <Status chip tone="attention">
              {token}
            </Status>
            <span className="small">{inWords(reason)}</span>
          </span>
        ))}
      </div>
    </div>
  )
}
