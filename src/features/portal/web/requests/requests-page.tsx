import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { listPublicLabRequests, getPublicLabFile, getPublicLabRequest } from '#features/laboratory/contract-reports.ts'
import { pages, fetchFile, query } from '#web/calls/api.ts'
import { dayOf, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status, Note } from '#web/ui/status.tsx'
import { OwnList } from '../own-list.tsx'
import { OwnLine, BackTo, OwnFacts } from '../own-line.tsx'
import { AskNew } from './ask-new.tsx'
import { REQUESTS, wishWord, type LabWish } from './words.ts'
import { useQuery } from '@tanstack/react-query'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import resultsStyles from '../results/results.module.css'
import roomsStyles from '../rooms.module.css'

const Seen = ({ of: wish }: { of: LabWish }) => {
  const { id, status, answer, file } = wish
  const { tone, word } = wishWord(status)
  return (
    <>
      <section className={`section stack ${resultsStyles.ownStack}`} aria-label={wish.test_profile_name}>
        <p className={roomsStyles.big}>{wish.test_profile_name}</p>
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
const OwnRequest = ({ id }: { id: number }) => {
  const asked = useQuery(query(getPublicLabRequest, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('There is no such test')} to={REQUESTS} label={t('All tests')} />
  return (
    <>
      <BackTo to={REQUESTS}>{t('All tests')}</BackTo>
      <FourStates of={asked}>{(wish) => <Seen of={wish} />}</FourStates>
    </>
  )
}

const PAGE = 25

const Line = ({ of: { id, test_profile_name, appointment_date, status, answer } }: { of: LabWish }) => {
  const { tone, word } = wishWord(status)
  return (
    <OwnLine to={`${REQUESTS}?id=${id}`}>
      <b>{test_profile_name}</b>
      <span className="num">{dayOf(appointment_date)}</span>
      <span>
        <Status tone={tone}>{word}</Status>
      </span>
      {answer && <span>{t('Answer: {{text}}', { text: answer })}</span>}
    </OwnLine>
  )
}

const AllRequests = () => {
  const list = usePages(pages(listPublicLabRequests, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconFlask} title={t('Nothing asked for yet')}>
      {t('Ask for a laboratory test here, with a photo of the doctor’s paper if you have one.')}
    </Empty>
  )
  return (
    <>
      <OwnList of={list} title={t('What I asked for')} empty={empty} line={Line} />
      <div className={`wrap ${roomsStyles.foot}`}>
        <Button component={Link} to={`${REQUESTS}?new`} variant="filled" leftSection={<IconFlask size={20} aria-hidden />}>
          {t('Ask for a test')}
        </Button>
      </div>
    </>
  )
}

/** Laboratory tests that a patient asks for, and what the laboratory says to it. */
export const RequestsPage = () => {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const isNew = params.has('new')
  return (
    <Page title={isNew ? t('Ask for a test') : t('Laboratory tests')} narrow>
      <div className={`stack ${resultsStyles.ownStack}`}>
        {isNew ? <AskNew /> : id > 0 ? <OwnRequest key={id} id={id} /> : <AllRequests />}
      </div>
    </Page>
  )
}
