import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { languages, t, type Language } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { Mark } from '#web/splash.tsx'
import { connection } from '#web/calls/connection-state.ts'
import type { Place } from './calls.ts'
import { choose, shown } from './page-language.ts'
import { STAGES } from './answers.ts'
import { asked, Notice } from './page-blocks.tsx'

const Languages = () => {
  const language = useStore(shown)
  return (
    <nav className="languages no-print" aria-label={t('Language')}>
      {(Object.keys(languages) as Language[]).map((key) => (
        <button key={key} type="button" lang={key} aria-pressed={key === language} onClick={() => void choose(key).catch(() => null)}>
          {languages[key]}
        </button>
      ))}
    </nav>
  )
}

/** How far it is: "2 of 4", and the same as bars. */
export const Progress = ({ stage, label }: { stage: number; label: string }) => (
  <div className="progress no-print">
    <p>
      <b className="num">{t('{n} of {all}', { n: stage, all: STAGES })}</b> {label}
    </p>
    <div className="bars" aria-hidden>
      {Array.from({ length: STAGES }, (_, at) => (
        <span key={at} data-done={at < stage} />
      ))}
    </div>
  </div>
)

export const Back = ({ go }: { go: () => void }) => (
  <button type="button" className="back no-print" onClick={go}>
    <IconArrowLeft size={20} aria-hidden />
    {t('Back')}
  </button>
)

interface Props {
  place: Place | undefined
  title: string
  children: ReactNode
}
/** Every public page: the clinic's name above, the languages below, one thing between. */
export const PublicFrame = ({ place, title, children }: Props) => {
  const name = place?.clinic.name ?? 'Kliniki'
  const { slow } = useStore(connection)
  const question = useStore(asked)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${question ?? title} · ${name}`
  }, [question, title, name])
  return (
    <div className="app">
      <header>
        {place?.hasLogo ? <img className="logo" src="/api/company/logo/" alt="" height={40} /> : <Mark />}
        <span className="brand">{name}</span>
        {place?.isDemo && <span className="demo">{t('Demonstration')}</span>}
      </header>
      {slow > 0 && (
        <Notice tone="waiting">
          <p>{t('The server is slow to respond. Your entries are kept.')}</p>
        </Notice>
      )}
      <main>{children}</main>
      <footer>
        <Languages />
      </footer>
    </div>
  )
}
