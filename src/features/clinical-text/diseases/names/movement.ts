import { nameRows } from './rows.ts'

/** Bones, joints and muscles: name; ICD-10; other names. */
export const movement = nameRows(`
septic arthritis; M00.9; infected joint
pyogenic arthritis; M00.9;
seropositive rheumatoid arthritis; M05.9;
seronegative rheumatoid arthritis; M06.0;
inflammatory polyarthropathy; M06.4;
rheumatoid arthritis; M06.9; rheumatism
juvenile rheumatoid arthritis; M08.0;
juvenile arthritis; M08.9;
idiopathic gout; M10.0;
gout; M10.9; jongo
arthritis; M13.9; inflamed joints, joint inflammation, baridi yabisi, arthrite
osteoarthritis of several joints; M15.9; generalised osteoarthritis
osteoarthritis of hip; M16.9; hip arthritis, coxarthrosis
osteoarthritis of knee; M17.9; knee arthritis, worn knee, gonarthrosis
post-traumatic arthrosis; M19.1; post-traumatic arthropathy, posttraumatic arthropathy
osteoarthritis; M19.9; OA, wear and tear of joints, arthrose, osteoarthrosis
hallux valgus; M20.1;
bunion; M20.1;
acquired hallux rigidus; M20.2; stiff big toe
Foot-Drop; M21.3; footdrop, dropfoot
wristdrop; M21.3;
pes planus; M21.4;
acquired club foot; M21.5; acquired clubfoot
acquired claw foot; M21.5; acquired clawfoot
acquired claw hand; M21.5; acquired clawhand
acquired clubhand; M21.5; acquired club hand
leg length inequality; M21.7;
chondromalacia of patella; M22.4;
loose body in joint; M24.0;
disorder of ligament; M24.2;
recurrent dislocation of joint; M24.4;
joint contracture; M24.5; contracture of joint
ankylosis of joint; M24.6;
haemarthrosis; M25.0;
flail joint - paralytic; M25.2;
effusion of joint; M25.4;
joint pain; M25.5; arthralgia, painful joints, maumivu ya viungo
knee pain; M25.5;
shoulder joint pain; M25.5;
stiffness of joint; M25.6;
polyarteritis nodosa; M30.0;
thrombotic microangiopathy; M31.1;
lupus; M32.9; SLE, systemic lupus erythematosus
polymyositis-dermatomyositis; M33.9; dermatopolymyositis
CREST syndrome; M34.1;
systemic sclerosis; M34.9; dermatosclerosis, progressive systemic sclerosis
diffuse systemic sclerosis; M34.9;
Behcet's syndrome; M35.2;
relapsing febrile nodular nonsuppurative panniculitis; M35.6; relapsing panniculitis, Weber-Christian disease
kyphosis; M40.2;
lordosis; M40.5;
infantile scoliosis; M41.0;
juvenile idiopathic scoliosis; M41.1; adolescent scoliosis
idiopathic scoliosis; M41.2;
spondylolisthesis; M43.1;
spondylosis; M47.9; worn spine, arthritis of spine
slipped disc; M51.2; prolapsed disc, herniated disc, disc prolapse
degeneration of lumbar intervertebral disc; M51.3;
degeneration of lumbosacral intervertebral disc; M51.3;
neck pain; M54.2; cervicalgia, stiff neck, torticollis
sciatica; M54.3; sciatic pain, sciatique
lumbago with sciatica; M54.4;
low back pain; M54.5; lumbago, LBP, backache, waist pain, maumivu ya mgongo, lombalgie
pain in thoracic spine; M54.6;
back pain; M54.9; dorsalgia, sore back, mal de dos
traumatic myositis ossificans; M61.0;
muscle contracture; M62.4;
muscle strain; M62.6; pulled muscle
abscess of tendon sheath; M65.0;
acquired trigger finger; M65.3;
tenosynovitis; M65.9; inflamed tendon sheath, tendonitis
spontaneous rupture of extensor tendons; M66.2;
spontaneous rupture of flexor tendons; M66.3;
acquired short achilles tendon; M67.0;
tendon contracture; M67.1;
ganglion of tendon sheath; M67.4;
overuse injury of soft tissue; M70.9; repetitive strain injury
synovial cyst of popliteal space; M71.2; Baker's cyst
bursitis; M71.9; bursa inflammation
disorder of bursa; M71.9; bursopathy
plantar fasciitis; M72.2; heel pain
necrotizing fasciitis; M72.6;
frozen shoulder; M75.0; adhesive capsulitis
adhesive capsulitis of shoulder; M75.0;
rotator cuff syndrome; M75.1; shoulder impingement
rotator cuff rupture; M75.1;
tennis elbow; M77.1; lateral epicondylitis
osteophyte; M77.9; bone spur
muscle pain; M79.1; myalgia, body aches, general body pain, maumivu ya mwili, courbatures, body pains, muscle ache
neuralgia; M79.2;
neuritis; M79.2;
pain in a limb; M79.6; leg pain, arm pain, foot pain, hand pain
pain in limb; M79.6;
fibromyalgia; M79.7; widespread pain
osteoporosis; M81.9; thin bones, brittle bones
mandible malunion of fracture; M84.0; malunion of fracture
nonunion of fracture; M84.1;
delayed union of fracture; M84.2;
pathologic fracture; M84.4;
disorder of continuity of bone; M84.9; bone gap
fibrous dysplasia; M85.0;
skeletal fluorosis; M85.1;
hyperostosis of skull; M85.2;
osteitis condensans; M85.3;
solitary bone cyst; M85.4;
chronic osteomyelitis with draining sinus; M86.4;
bone infection; M86.9; osteomyelitis
epiphyseal arrest; M89.1;
hypertrophy of bone; M89.3;
Non-Infectious destruction of bone; M89.8; osteonecrosis
bony exostosis; M89.9;
saddle nose; M95.0;
pseudarthrosis after fusion or arthrodesis; M96.0;
intraoperative musculoskeletal disorder; M96.9;
postprocedural disorder of musculoskeletal system; M96.9;
`)
