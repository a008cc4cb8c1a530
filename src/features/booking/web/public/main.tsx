import 'virtual:palette.css'
import './public.css'
import { createRoot } from 'react-dom/client'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { followHistory } from './address.ts'
import { BookPage } from './book-page.tsx'
import { loadPlace, type Place } from './calls.ts'
import { PublicFrame } from './frame.tsx'
import { KeptPage } from './kept-page.tsx'
import { shown, startLanguage } from './page-language.ts'
import { Call, Failure, Question, Waiting } from './parts.tsx'
import { useAsked } from './use-asked.ts'

const link = /^\/booking\/([^/]+)\/?$/.exec(location.pathname)?.[1]

/** Nothing can be booked here: why, and how else. */
const Closed = ({ place }: { place: Place }) => (
  <div className="panel">
    <Question>{t('Booking here is closed')}</Question>
    <p>
      {place.clinic.phone ? t('Please call the clinic to make an appointment.') : t('Please come to the clinic to make an appointment.')}
    </p>
    {place.clinic.phone && <Call phone={place.clinic.phone} />}
    {place.clinic.address && <p className="intro">{`${place.clinic.name}, ${place.clinic.address}`}</p>}
  </div>
)

const Page = ({ place, reload }: { place: Place; reload: () => void }) => {
  if (link !== undefined) return <KeptPage place={place} link={decodeURIComponent(link)} />
  return place.is_open && place.services.length > 0 ? <BookPage place={place} reload={reload} /> : <Closed place={place} />
}

const load = async (signal: AbortSignal) => {
  const place = await loadPlace(signal)
  // Before anything is read in another one.
  await startLanguage(place.language)
  return place
}

const App = () => {
  useStore(shown)
  const { data, error, again } = useAsked('place', load)
  return (
    <PublicFrame place={data} title={link === undefined ? t('Book an appointment') : t('Your appointment')}>
      {data ? <Page place={data} reload={again} /> : error ? <Failure error={error} again={again} /> : <Waiting />}
    </PublicFrame>
  )
}

followHistory()
const place = document.getElementById('root')
// The language that is known already is fetched beside the clinic.
void startLanguage()
if (place) createRoot(place).render(<App />)
