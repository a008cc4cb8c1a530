import { lazy } from 'react'
import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const AnnouncementCount = lazy(async () => ({ default: (await import('#web/frame/announcement-count.tsx')).AnnouncementCount }))

export const feature: WebFeature = {
  pages: [
    page('/dashboard/announcements', { access: 'announcements.view' }, () => import('./announcements-page.tsx'), 'AnnouncementsPage'),
    page('/dashboard/announcements/:id', { access: 'announcements.view' }, () => import('./announcement-page.tsx'), 'AnnouncementPage'),
  ],
  menu: [
    {
      group: 'News',
      place: 10,
      label: 'Announcements',
      to: '/dashboard/announcements',
      access: 'announcements.view',
      count: AnnouncementCount,
    },
  ],
}
