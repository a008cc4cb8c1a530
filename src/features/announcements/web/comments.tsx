import { Button, Textarea } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, pages } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { createComment, listComments, withdrawComment } from '../contract-comments.ts'

type Comment = ResponseOf<typeof listComments>[number]

const Line = ({ of: { id, content, created_at, created_by_name, may_withdraw } }: { of: Comment }) => {
  const { run, isRunning } = useDeed()
  return (
    <li>
      <span className="row wrap small t3">
        <bdi>{created_by_name}</bdi>
        <span className="grow num">{dateTime(created_at)}</span>
        {may_withdraw && (
          <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(withdrawComment, { params: { id } }))}>
            {t('Take back')}
          </Button>
        )}
      </span>
      {content === null ? <p className="t3">{t('This comment was taken back.')}</p> : <p dir="auto">{content}</p>}
    </li>
  )
}

const Write = ({ announcement }: { announcement: number }) => {
  const of = useEndpointForm(createComment, {
    initialValues: { content: '' },
    draftKey: `announcement-comment-${announcement}`,
    toBody: ({ content }) => ({ announcement, content }),
    onSaved: () => of.form.reset(),
  })
  return (
    <EndpointForm of={of} save={t('Comment')} isAside>
      <Textarea label={t('Your comment')} autosize minRows={2} maxRows={8} {...of.form.getInputProps('content')} />
    </EndpointForm>
  )
}

/** What those who work here say about an announcement. */
export const Comments = ({ announcement, isOpen }: { announcement: number; isOpen: boolean }) => {
  const list = usePages(pages(listComments, { query: { announcement } }))
  return (
    <section className="section" aria-label={t('Comments')}>
      <h2>{t('Comments')}</h2>
      <FourStates
        of={list}
        loading={<Loading rows={2} height={32} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<p>{t('None yet.')}</p>}
      >
        {(comments) => (
          <>
            <ul className="announcement-comments">
              {comments.map((comment) => (
                <Line key={comment.id} of={comment} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('More')}
              </Button>
            )}
          </>
        )}
      </FourStates>
      {isOpen ? <Write announcement={announcement} /> : <p className="t3">{t('Comments are closed.')}</p>}
    </section>
  )
}
