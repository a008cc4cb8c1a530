import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getPublicLabFile, getPublicLabRequest } from '#features/laboratory/contract-public.ts'
import { fetchFile, query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { BackTo, OwnFacts } from '../own-line.tsx'
import { REQUESTS, wishWord, type LabWish } from './words.ts'

const Seen = ({ of: wish }: { of: LabWish }) => {
  const { id, status, answer, file } = wish
  const { tone, word } = wishWord(status)
  return (
    <>
      <section className="section own-stack" aria-label={wish.test_profile_name}>
        <p className="own-big">{wish.test_profile_name}</p>
        <Status tone={tone}>{word}</Status>
        {answer && <Note tone={status === 'cancelled' ? 'attention' : 'progress'}>{answer}</Note>}
        <OwnFacts
          rows={[
            [t('You would come'), dateTime(wish.appointment_date)],
            [t('Sent'), dateTime(wish.date_created)],
            [t('Your message'), wish.note],
          ]}
        />
        {status === 'done' && (
          <Button component={Link} to="/patient-overview/results">
            {t('See my results')}
          </Button>
        )}
      </section>
      {file && (
        <section className="section" aria-label={t('The paper that you sent')}>
          <h2>{t('The paper that you sent')}</h2>
          <SentFile
            queryKey={[getPublicLabFile.path, id]}
            load={async () => (await fetchFile(getPublicLabFile, { params: { id } })).blob}
            file={file}
            alt={t('The paper that you sent')}
          />
        </section>
      )}
    </>
  )
}

/** One test that the patient asked for, with the answer and the paper. */
export const OwnRequest = ({ id }: { id: number }) => {
  const asked = useQuery(query(getPublicLabRequest, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('There is no such test')} to={REQUESTS} label={t('All tests')} />
  return (
    <>
      <BackTo to={REQUESTS}>{t('All tests')}</BackTo>
      <FourStates of={asked}>{(wish) => <Seen of={wish} />}</FourStates>
    </>
  )
}
