import { useEffect, type ReactNode } from 'react'
import { useClinic } from './calls/clinic.ts'
import { NotEncrypted } from './frame/not-encrypted.tsx'
import { languages, t, type Language } from './i18n.ts'
import { look, savePreferences } from './look/preferences.ts'
import { Mark } from './splash.tsx'
import { useStore } from './state/store.ts'

/** The languages by their own names, to choose from without signing in. */
export const Languages = () => {
  const { language } = useStore(look)
  return (
    <div className="row small" role="group" aria-label={t('Language')}>
      {(Object.keys(languages) as Language[]).map((key) => (
        <button
          key={key}
          type="button"
          lang={key}
          className={`plain language${key === language ? ' strong' : ' t2'}`}
          aria-pressed={key === language}
          onClick={() => void savePreferences({ language: key })}
        >
          {languages[key]}
        </button>
      ))}
    </div>
  )
}

/** The layout of pages before signing in: the clinic's name, one card, the languages. */
export const PlainPage = ({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) => {
  const clinic = useClinic()
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${title} · ${clinic?.name || 'Kliniki'}`
  }, [title, clinic?.name])
  return (
    <main className="plain-page">
      <div className={`plain-card${wide ? ' wide' : ''}`}>
        <NotEncrypted />
        <div className="plain-head">
          <Mark />
          <span className="brand grow clip">{clinic?.name || 'Kliniki'}</span>
          {clinic?.is_demo && <span className="demo">{t('Demonstration')}</span>}
        </div>
        <h1>{title}</h1>
        {children}
        <Languages />
      </div>
    </main>
  )
}
