import { routes as catalogueRoutes } from '#features/catalogue/index.ts'
import { routes as companyRoutes } from '#features/company/index.ts'
import { routes as insuranceRoutes } from '#features/insurance/index.ts'
import { assistantRoutes } from '#features/assistant/index.ts'
import { auditRoutes } from '#features/audit/index.ts'
import { analyserRoutes } from '#features/analysers/index.ts'
import { announcementRoutes } from '#features/announcements/index.ts'
import { appointmentRoutes, waitingRoutes } from '#features/appointments/index.ts'
import { diagnosisRoutes } from '#features/diagnoses/index.ts'
import { drugRoutes } from '#features/drugs/index.ts'
import { attendanceRoutes } from '#features/attendance/server/routes.ts'
import { invoiceRoutes, paymentRoutes } from '#features/billing/index.ts'
import { paperRoutes } from '#features/billing/server/paper-routes.ts'
import { backupRoutes } from '#features/backups/index.ts'
import { boardRoutes } from '#features/board/server/routes.ts'
import { bookingLinkMaker, bookingRoutes } from '#features/booking/index.ts'
import { openConsultation, openInvoice } from '#features/charges/index.ts'
import { consultationRoutes } from '#features/consultations/index.ts'
import { addStarterTests, labCatalogueRoutes } from '#features/lab-catalogue/index.ts'
import { laboratoryRoutes, openTestRequests } from '#features/laboratory/index.ts'
import { clinicExportRoutes, importRoutes } from '#features/imports/index.ts'
import { deathRoutes } from '#features/deaths/index.ts'
import { pregnancyRoutes } from '#features/pregnancies/index.ts'
import { partRoutes } from '#features/patients/server/part-routes.ts'
import { patientRoutes } from '#features/patients/server/routes.ts'
import { pharmacyRoutes } from '#features/pharmacy/index.ts'
import { portalRoutes } from '#features/portal/index.ts'
import { openPrescription, prescriptionRoutes, tillRequests } from '#features/prescriptions/index.ts'
import { addressCodes, messageRoutes } from '#features/messages/index.ts'
import { notificationRoutes } from '#features/notifications/index.ts'
import { orderDraftRoutes } from '#features/order-drafts/index.ts'
import { purchasingRoutes, takeBackIssued } from '#features/purchasing/index.ts'
import { recordRoutes } from '#features/records/index.ts'
import { referralRoutes } from '#features/referrals/index.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { routes as setupRoutes } from '#features/setup/index.ts'
import { letterRoutes } from '#features/letters/index.ts'
import { templateRoutes } from '#features/templates/index.ts'
import { timelineRoutes } from '#features/timeline/index.ts'
import { visitSummaryRoutes } from '#features/visit-summary/index.ts'
import { workspaceRoutes } from '#features/workspace/index.ts'
import { scheduleRoutes } from '#features/schedules/index.ts'
import { stockRoutes } from '#features/stock/index.ts'
import { systemRoutes } from '#features/system/index.ts'
import { openTriage, triageRoutes } from '#features/triage/index.ts'
import { routes as userRoutes } from '#features/users/index.ts'
import type { Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { jobs } from './jobs.ts'

/** What opens with every visit, in its transaction. */
const visitOpeners = [openInvoice, openConsultation, openTestRequests, openTriage, openPrescription]

/** Everything the program can do: the routes of every feature, from the bottom of the graph up. */
export const featureRoutes = (services: Services): Route[] => [
  ...companyRoutes(services),
  ...insuranceRoutes,
  ...userRoutes(services, addressCodes),
  ...notificationRoutes,
  ...messageRoutes(services),
  ...announcementRoutes(services),
  ...backupRoutes(services),
  ...catalogueRoutes,
  ...stockRoutes(services, { onReturn: takeBackIssued }),
  ...scheduleRoutes,
  ...setupRoutes(services, { onStarter: addStarterTests }),
  ...patientRoutes(services),
  ...partRoutes,
  ...pregnancyRoutes,
  ...deathRoutes,
  ...diagnosisRoutes,
  ...letterRoutes(services),
  ...templateRoutes(services),
  ...drugRoutes,
  ...orderDraftRoutes,
  ...attendanceRoutes(visitOpeners),
  ...triageRoutes,
  ...waitingRoutes,
  ...appointmentRoutes(services, { openers: visitOpeners, linkOf: bookingLinkMaker(services) }),
  ...bookingRoutes(services),
  ...labCatalogueRoutes,
  ...laboratoryRoutes(services),
  ...analyserRoutes,
  ...consultationRoutes,
  ...referralRoutes(services),
  ...prescriptionRoutes(services),
  ...pharmacyRoutes(services, visitOpeners),
  ...invoiceRoutes(tillRequests),
  ...paymentRoutes(tillRequests),
  ...paperRoutes(services),
  ...purchasingRoutes(services),
  ...boardRoutes,
  ...timelineRoutes,
  ...recordRoutes(services),
  ...visitSummaryRoutes(services),
  ...workspaceRoutes,
  ...importRoutes(services),
  ...clinicExportRoutes(services),
  ...reportRoutes(services),
  ...assistantRoutes(services),
  ...portalRoutes(services),
  ...auditRoutes(services),
  ...systemRoutes(services, jobs),
]
