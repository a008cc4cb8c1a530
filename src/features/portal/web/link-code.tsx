import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { askLinkCode } from '#features/patients/contract-own.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useNow } from '#web/state/use-now.ts'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { Note } from '#web/ui/status.tsx'

const SECOND = 1000

interface Shown {
  code: string
  qr: readonly string[]
  /** By this telephone's clock. */
  until: number
}

const left = (milliseconds: number) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const Code = ({ shown: { code, qr, until }, again }: { shown: Shown; again: () => void }) => {
  const now = useNow(SECOND)
  if (now >= until)
    return (
      <div className="form-stack">
        <Note tone="attention">{t('This code has expired.')}</Note>
        <Button variant="filled" fullWidth onClick={again}>
          {t('Show a new code')}
        </Button>
      </div>
    )
  return (
    <div className="link-code">
      <QrSquare rows={qr} label={t('Your code as a square')} />
      <output aria-label={t('Your code')}>{code}</output>
      <p className="num">{t('Valid for another {{time}}.', { time: left(until - now) })}</p>
      <p className="t2">{t('Leave this page open: it goes on by itself when the desk has linked you.')}</p>
    </div>
  )
}

/** The code that the patient shows at the desk, large, with its square and the time that is left. */
export const LinkCode = () => {
  const asking = useMutation({
    mutationFn: async (): Promise<Shown> => {
      const { seconds, ...shown } = await call(askLinkCode, { body: {} })
      return { ...shown, until: Date.now() + seconds * SECOND }
    },
  })
  const ask = () => asking.mutate()
  return (
    <section className="section" aria-label={t('I am at the clinic')}>
      <h2>{t('I am at the clinic')}</h2>
      <ol className="link-steps">
        <li>{t('Go to the reception desk, with your identity card or your patient card.')}</li>
        <li>{t('Show them the code that appears here.')}</li>
        <li>{t('Confirm it with the code that we send to the contact on your record, or a second member of staff confirms it.')}</li>
      </ol>
      {asking.error && (
        <Note tone="critical" alert>
          {messageOf(asking.error)}
        </Note>
      )}
      {asking.data ? (
        <Code shown={asking.data} again={ask} />
      ) : (
        <Button variant="filled" fullWidth loading={asking.isPending} onClick={ask}>
          {t('Show my code')}
        </Button>
      )}
    </section>
  )
}
