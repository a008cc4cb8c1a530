import { useEffect, useState, type ReactNode } from 'react'
import { t } from '#web/i18n.ts'

/** A question, and beneath it its answer. */
export const Exchange = ({ id, question, children }: { id?: number; question: string; children: ReactNode }) => (
  <article className="exchange" data-id={id} aria-label={question}>
    <p className="asked">{question}</p>
    {children}
  </article>
)

/** When the wait is worth a word, and when it is long. */
const STEPS_MS = [1000, 6000]

/** The answer is on its way; a wait of some length says what happens. */
export const Answering = () => {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timers = STEPS_MS.map((after, at) => setTimeout(() => setStep(at + 1), after))
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className="panel answer" data-status="waiting">
      <div className="skeleton" style={{ height: 16, width: '46%' }} />
      <div className="skeleton" style={{ height: 16, width: '28%' }} />
      <p className="small t3" role="status">
        {step === 1 && t('Counting in the records of the clinic')}
        {step === 2 && t('Still at it: some questions take a while')}
      </p>
    </div>
  )
}
