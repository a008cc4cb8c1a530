import { nameRows } from './rows.ts'

/** Injuries and poisonings: name; ICD-10; other names. */
export const injuries = nameRows(`
bruise of head; S00.9; superficial head injury, bump on head
open wound of scalp; S01.0;
open wound of nose; S01.2;
open wound of ear; S01.3;
cut of head; S01.9; open wound of head, scalp cut, head laceration
fracture of base of skull; S02.1;
fracture of mandible; S02.6; fractured jaw
facial bone fractures; S02.7;
fracture of face bones; S02.9;
dislocation of jaw; S03.0;
dislocation of tooth; S03.2;
injury to cranial nerve; S04.9;
eye injury; S05.9; injury of eye
injury to eye region; S05.9; injury of eye and orbit
concussion; S06.0; mild traumatic brain injury
traumatic intracerebral hemorrhage; S06.2; traumatic stroke
diffuse axonal brain injury; S06.2; diffuse axonal injury, diffuse brain injury
epidural intracranial hemorrhage; S06.4;
traumatic intracranial subarachnoid hemorrhage; S06.6;
intracranial injury; S06.9;
traumatic brain injury; S06.9;
avulsion of scalp; S08.0;
traumatic amputation of ear; S08.1;
head injury; S09.9; blow to the head, jeraha la kichwa, traumatisme crânien
open wound of neck; S11.9;
fracture of first cervical vertebra; S12.0; fracture of C1, fracture of atlas
fracture of second cervical vertebra; S12.1; fracture of axis, fracture of C2
fracture of cervical vertebra; S12.9; neck fracture, fracture of neck
dislocation of cervical vertebra; S13.1;
neck sprain; S13.6;
cervical spinal cord injury; S14.1;
injury of brachial plexus; S14.3;
crushing injury of neck; S17.9;
bruise of chest; S20.2; chest contusion
fracture of breast bone; S22.2; fracture of sternum
broken rib; S22.3; fracture of rib, rib fracture
thoracic back sprain; S23.3;
thoracic region spinal cord injury; S24.1; thoracic spine injury
traumatic pneumothorax; S27.0;
traumatic haemothorax; S27.1;
thoracic injury; S29.9;
broken lower spine; S32.0; fracture of lumbar vertebra
fracture of sacrum; S32.1;
fracture of coccyx; S32.2;
fracture of ilium; S32.3;
fracture of acetabulum; S32.4; acetabular fracture
fracture of pubis; S32.5;
fracture of pelvis; S32.8; pelvic fracture
traumatic rupture of symphysis pubis; S33.4; open book fracture
lumbar sprain; S33.5;
sacrum sprain; S33.7;
injury of lumbar nerve roots; S34.2;
injury of cauda equina; S34.3;
spleen injury; S36.0;
hepatic trauma; S36.1;
stomach injury; S36.3;
small intestine injury; S36.4;
intra-operative injury to ureter; S37.1;
injury of bladder; S37.2;
rupture of uterus; S37.6; uterine rupture
spinal injury; S39.9;
open wound of shoulder region; S41.0; open wound of shoulder
open wound of upper arm; S41.1;
open wound of scapular region; S41.8; open wound of pectoral arch
broken collarbone; S42.0; fracture of clavicle, clavicle fracture
fracture of scapula; S42.1;
proximal humeral fracture; S42.2;
broken upper arm; S42.3; fracture of humerus
open fracture of upper arm; S42.3; open fracture of humerus
closed fracture of upper arm; S42.3; closed fracture or humerus
fracture of distal humerus; S42.4;
dislocated shoulder; S43.0; shoulder dislocation, dislocation of shoulder region
dislocation of acromioclavicular joint; S43.1;
strain of rotator cuff capsule; S43.4;
injury of axillary nerve; S44.3;
crushing injury of shoulder region; S47;
traumatic amputation of upper arm; S48.1;
open wound of forearm; S51.9;
fracture of proximal ulna; S52.0;
fracture of shaft of ulna; S52.2;
radial shaft fracture; S52.3;
broken wrist; S52.5; Colles fracture, fracture of distal radius
Smith's fracture of radius; S52.5;
fracture of radius and ulna; S52.7;
broken forearm; S52.9; fracture of forearm, radius and ulna fracture, forearm fracture
closed fracture of lower arm; S52.9; closed fracture of forearm
open fracture of forearm; S52.9;
dislocation of radial head; S53.0;
dislocation of elbow; S53.1;
injury of ulnar nerve; S54.0;
injury of median nerve; S54.1;
injury of radial nerve; S54.2;
forearm nerve injury; S54.9;
injury of ulnar artery; S55.0;
injury of radial artery; S55.1;
crushing injury of forearm; S57.9;
traumatic amputation through forearm; S58.9;
cut of hand; S61.9; open wound of hand, hand laceration, cut finger
open wound of wrist; S61.9;
fracture of scaphoid; S62.0;
fracture of phalanx of thumb; S62.5; thumb fracture
broken finger; S62.6; fracture of finger
dislocation of wrist; S63.0;
dislocation of finger; S63.1;
injury of tendon of hand; S66.9;
crushing injury of finger; S67.0;
crush injury wrist/hand; S67.8;
crushing injury of wrist; S67.8;
traumatic amputation of finger; S68.1;
traumatic amputation through wrist; S68.4;
open wound of hip; S71.0;
open wound of thigh; S71.1;
broken hip; S72.0; fracture of neck of femur, hip fracture
fracture neck of femur; S72.0; NOF fracture
pertrochanteric fracture; S72.1; pertrochanteric hip fracture
subtrochanteric fracture; S72.2; subtrochanteric hip fracture
fracture of shaft of femur; S72.3; fracture of femoral shaft
fracture of distal femur; S72.4;
broken thigh bone; S72.9; fracture of femur, femur fracture
closed fracture of femur; S72.9;
femoral fracture; S72.9;
open fracture of femur; S72.9;
hip dislocation; S73.0; dislocation of hip
injury to tendon of thigh; S76.4;
crushing injury of hip; S77.0;
crushing injury of thigh; S77.1;
traumatic amputation through hip; S78.0;
traumatic amputation through thigh; S78.1;
bruise of knee; S80.0; knee contusion
open wound of knee; S81.0;
cut of leg; S81.9; open wound of lower leg, leg laceration
patella fracture; S82.0; patellar fracture
fracture of proximal tibia; S82.1;
broken shin; S82.2; fracture of tibia, tibia fracture
fracture of shaft of tibia; S82.2;
fibula fracture; S82.4; isolated fibula fracture
fracture of medial malleolus; S82.5;
fracture of lateral malleolus; S82.6;
broken ankle; S82.8; ankle fracture
fracture of lower leg; S82.9;
open fracture of lower leg; S82.9;
closed fracture of lower leg; S82.9;
patellar dislocation; S83.0;
dislocation of knee; S83.1;
torn meniscus; S83.2;
sprained knee; S83.6; knee sprain, knee ligament injury
rupture of achilles tendon; S86.0; achilles tendon rupture
crushing injury of knee; S87.0;
crushing injury of lower leg; S87.8;
traumatic amputation of lower leg; S88.1;
open wound of ankle; S91.0;
cut of foot; S91.3; open wound of foot, stepped on nail
fracture of calcaneus; S92.0;
fracture of talus; S92.1; talus fracture
fracture of great toe; S92.4; big toe fracture
fracture of toe; S92.5; toe fracture
fracture of foot; S92.9;
dislocation of ankle; S93.0; dislocation of ankle joint
dislocation of phalanx of foot; S93.1; dislocation of toe
sprained ankle; S93.4; ankle sprain, twisted ankle, entorse de la cheville, ankle sprain or strain, ankle sprain and strain
crushing injury of ankle; S97.0;
crushing injury of toe; S97.1; crush injury
traumatic amputation of toe; S98.1; traumatic amputation of single toe, traumatic amputation of one toe
traumatic amputation of foot; S98.4; traumatic amputation of one foot
fracture of spinal vertebra; T08; spinal fracture, fracture of spine
sprain of back; T09.2;
closed fracture of upper limb; T10; closed fracture of upper extremity
open fracture of upper limb; T10; open fracture of upper extremity
open wound of upper limb; T11.1; open wound of upper extremity
amputation of arm; T11.6; traumatic amputation of arm
open wound of lower limb; T13.1; open wound of lower extremity, open wound of leg
bruise or graze; T14.0; superficial injury, contusion, abrasion
cut or wound; T14.1; laceration, open wound, wound, cut wound, kidonda, plaie
shotgun wound; T14.1;
stab wound; T14.1;
broken bone; T14.2; fracture, kuvunjika mfupa
closed fracture; T14.2;
open fracture; T14.2;
sprain; T14.3; dislocation or sprain, kuteguka
dislocation; T14.3; dislocated joint
neuropraxia; T14.4;
injury to nerves; T14.4; nerve injury
injury of blood vessel; T14.5;
tendon injury; T14.6;
soft tissue injury; T14.9; jeraha, traumatisme
unintentional injury; T14.9; accidental injury
traumatic injury; T14.9;
physical trauma; T14.9; physical injury
something in the eye; T15.9; foreign body in eye
something in the ear; T16; foreign body in ear, insect in ear
something in the nose; T17.1; foreign body in nose, bead in nose
foreign body in respiratory tract; T17.9;
swallowed object; T18.9; foreign body swallowed, swallowed coin
foreign body in digestive tract; T18.9; foreign body in alimentary tract
foreign body in genitourinary tract; T19.9;
burn of face; T20.0;
burn of trunk; T21.0;
burn of wrist and hand; T23.0;
burn; T30.0; scald, kuungua, brûlure
hot liquid burn; T30.0;
significant burn of skin; T30.0;
superficial partial thickness burn; T30.2;
deep partial thickness burn; T30.2;
chemical burn; T30.4;
poisoning by medicine; T50.9; drug overdose, overdose
drug toxicity; T50.9; drug poisoning
pesticide poisoning; T60.0; organophosphate poisoning, OP poisoning
snake bite; T63.0; snake venom, kuumwa na nyoka, morsure de serpent
bee or wasp sting; T63.4; insect sting, bee sting, insect venom
poisoning; T65.9; toxic effect
toxicity; T65.9;
physical abuse; T74.1; battered person, domestic violence
sexual abuse; T74.2; sexual assault, SGBV
drowning; T75.1;
accidental drowning or submersion; T75.1;
anaphylaxis; T78.2; anaphylactic shock, severe allergic reaction
angioedema; T78.3; angio-edema, angioneurotic oedema
allergic reaction; T78.4;
traumatic fat embolism; T79.1;
infected wound; T79.3; wound infection, septic wound
posttraumatic wound infection; T79.3; post-traumatic wound infection
Volkmann's ischaemic contracture; T79.6;
compartment syndrome; T79.6;
early complication of trauma; T79.9;
minor ESAVI; T80.6;
major ESAVI; T80.6;
postoperative seroma; T81.0;
dehiscence of anastomosis; T81.3; anastomotic dehiscence
wound dehiscence; T81.3;
disruption of operation wound; T81.3;
infection after an operation; T81.4; surgical site infection, SSI, postoperative wound infection
postoperative infectious peritonitis; T81.4;
postoperative osteomyelitis; T81.4;
postoperative infection; T81.4;
infection of intravenous catheter; T82.7;
infected central venous catheter; T82.7;
complication of implantable port; T82.9;
failure of bone graft; T84.3;
prosthetic joint infection; T84.5;
infection of bone graft; T84.7; bone graft infection
skin flap necrosis; T85.8; flap necrosis
complication of artificial skin graft; T85.9;
skin graft rejection; T86.8; rejected skin graft
skin graft infection; T86.8; infected skin graft
skin graft failure; T86.8;
neuroma of amputation stump; T87.3;
infection of amputation stump; T87.4;
infected tissue expander; T87.5;
necrosis of amputation stump; T87.5;
complication of anesthesia; T88.5;
side effect of a medicine; T88.7; adverse drug reaction, ADR
`)
