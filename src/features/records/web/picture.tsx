import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getRecordImage, getRecordThumbnail } from '../contract.ts'
import { fetchFile } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import recordsStyles from './records.module.css'
import documentStyles from './review/document.module.css'

/** Pictures of a document never change while it stands: nothing asks for them again. */
const kept = { staleTime: 'static' } as const
const KEPT_MS = 60_000

const Shown = ({ blob, alt, ...size }: { blob: Blob; alt: string; width?: number; height?: number }) => {
  const [address] = useState(() => URL.createObjectURL(blob))
  // An address of the browser's memory is given back when the picture is gone.
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt={alt} draggable={false} {...size} />
}

/** The first page of a document, small; a sheet where there is no picture. */
export const Thumbnail = ({ picture: { id, has_thumbnail } }: { picture: { id: number; has_thumbnail: boolean } }) => {
  const { data } = useQuery({
    queryKey: [getRecordThumbnail.path, id],
    queryFn: async ({ signal }) => (await fetchFile(getRecordThumbnail, { params: { id } }, { signal })).blob,
    enabled: has_thumbnail,
    gcTime: KEPT_MS,
    ...kept,
  })
  return (
    <span className={`t3 grid centred clipped sunken outlined round-s ${recordsStyles.recordThumb}`} aria-hidden>
      {data ? <Shown blob={data} alt="" /> : <IconFileText size={22} stroke={1.25} />}
    </span>
  )
}

/** The picture of a page as the server has drawn it, fetched with the person's own right. */
export const PagePicture = ({ record, page, width, height }: { record: number; page: number; width: number; height: number }) => {
  const { data, error } = useQuery({
    queryKey: [getRecordImage.path, record, page],
    queryFn: async ({ signal }) => (await fetchFile(getRecordImage, { params: { id: record, page } }, { signal })).blob,
    gcTime: KEPT_MS,
    ...kept,
  })
  if (error)
    return (
      <span className={`grid centred text-centre pad-6 absolute ${documentStyles.pageLost} t2`}>
        {t('The page image could not be loaded.')}
      </span>
    )
  if (!data) return <span className={`skeleton ${documentStyles.pageWait}`} role="status" aria-label={t('Loading')} />
  return <Shown blob={data} alt={t('Page {n}', { n: page })} width={width} height={height} />
}
