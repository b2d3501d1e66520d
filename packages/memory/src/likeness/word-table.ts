// Derived by scripts/make-word-table.ts; not to be edited.
//
// From WordNet 3.1, Copyright 2011 by Princeton University. All rights reserved. Princeton permits to use, copy, modify
// and distribute it for any purpose without fee, with this notice; it comes "as is", without warranty of any kind. See
// https://wordnet.princeton.edu/license-and-commercial-use

/** Stems of words that say the same, a group on each line; a stem may be in several. */
export const sameWords: string = `
abandon derelict desert
abbrevi shorten
abdomen abdomin
abdomen belli stomach
aberr distort
abid endur toler
abil power
ablaz alight
abnorm unnatur
abolish abolit
aborigin nativ
abort unsuccess
about approxim rough some
about around
abroad oversea
abrupt short
abrupt sudden
absenc absent
absent absente
absent lack
absolut perfect utter
absorb absorpt
absorb fascin grip rivet
abstain abstin
abstain refrain
abstract outlin
absurd ludicr preposter ridicul
abus mistreat
abus misus
ac on
ac star
ac super
academ academi
academ academia
acceler quicken
acceler speed
accent dialect
accent stress
accept adopt
accept consent
accept recogn recognis
accept satisfactori
access approach
access avail
accid accident
accident incident
accident unintent
accommod adapt adjust
accommod fit
accompani attend
accomplish achiev attain
accomplish complet realiz
accomplish execut
accomplish fulfil
accomplish skill
accord agreement
accord consequ
accord pact treati
account chronicl
account comptrol
account describ
account histori
account report
accredit licens
accumul collect
accur exact precis
achiev manag
acid caustic
acknowledg admit
acknowledg mention
acknowledg recognit
acquaint familiar
acquaint friend
acquir acquisit
acquir assum
acquir get
acrimoni bitter
act action
act actor
act enact
act perform plai
action activ
action sue
activ activist
activ fight
activ spark trigger
activist milit
actor player
actual realli
acut keenli
ad advertis
adapt adjust conform
adapt alter
adapt version
add addit
add contribut
addict depend
addit extra
addit gain increas
addit linear
address speech
adept practic skill
adept profici skill
adept virtuoso
adequ enough
adequ equal
adjac contigu
adjac neighbor
adjunct assist
adjust modif
administ administr
administ dispens
administr establish organ
administr execut
admir esteem
admir protagonist
admir support
admiss admit
admit true
adolesc juvenil
adolesc teen teenag
adopt assum
adorn decor
adrift afloat
adult adulthood
adult grow
adulthood matur
advanc innov
advanc progress
advanc promot
advantag favour
adventur explor
advers hardship
adversari antagonist
adversari oppon
advertis promot public
advis advisor consult
advis advisori consult
advis counsel
advis notifi
advis propos
advoc advocaci
advoc counsel
advoc propon
advoc recommend
aegi auspic
aerodrom airport
aerodynam streamlin
aesthet artist
affair matter
affect affection fond
affect impact
affect involv regard
affect touch
affili connect
affirm assert
affirm confirm
affirm swear
afflict impair
afflict stricken
affluent wealthi
afford give
affront insult
afghan afghanistan
africa african
after afterward later subsequ
aftermath wake
ag elder older
agenc agent
agenc bureau offic
agenda schedul
aggrav exacerb worsen
aggreg total
aggress belliger
aggress sharp
agil nimbl
agit unrest
agon excruci harrow
agoni suffer
agoni torment
agrarian agricultur farm
agre agreement
agreement understand
agricultur farm husbandri
ahead befor
ahead forward
aid assist help
ailment ill
aim intent purpos
aim object
aim propos
air broadcast
airman aviat
airplan plane
ala unfortun
alarm alert
alarm constern dismai
alaska alaskan
albania albanian
alert watch
algeria algerian
alien estrang
alien exot
alien extraterrestri
alien stranger
alien unknown
alik like
alik likewis
aliv live
all altogeth complet entir total whole wholli
alleg sai suppos
allegi loyalti
allerg allergi
allevi eas facilit
allevi relief
allevi reliev
alli friend
allianc coalit
allianc confeder
allig gator
alloc allot
alloi metal
allow grant
allow let permit
almost most near nearli
almost most nearli virtual
alon entir exclus onli sole
along on
aloud loudli
alp alpin
also besid likewis too
alter chang modifi
alter modif modifi
alter revis
altern choic option
altern instead
altitud elev
aluminium aluminum
alumnu graduat
alwai constant invariab
alwai ever
alwai forev
amalgam consolid
amalgam fuse
amalgam merger
amaz astonish stun
amaz awesom
amaz surpris
ambit ambiti
ambit dream
ambiti challeng
amen comfort
amend redress
america american
amir emir
amnesti pardon
amount measur
amount number total
amount quantiti
amount sum total
amphitheat coliseum
ampl plenti
amus comic funni
amus divert
amus entertain
analog analogu
analysi analyt
analysi analyz
analyz examin studi
anarchi lawless
anatom anatomi
ancestor ancestr
ancestri lineag pedigre
anchor anchorag
anchor ground
and andean
anem anemia
anger angri furiou
anger enrag furiou infuri
anger ir wrath
angl angular
angl tilt
angola angolan
anguish pain
anguish torment
ani whatev whatsoev
anim beast creatur
anim fauna
annoi harass
annoi irrit stung
annoi irrit teas
announc declar
announc proclaim proclam
annoy irrit
annual yearli
answer repli respond respons
answer result solut
anthem hymn
anthropolog anthropologist
anticip await expect
anticip forese forestal
antiqu archaic
anxiou nervou uneasi
apart asid
apathi indiffer
apiec each
apocalyps apocalypt
apolog apologis
apostl apostol
apostol papal pontif
appal dismai shock
appar appear seem
appar evid manifest
appar evid obviou
appar ostensib seem
apparatu setup
apparel cloth
apparel garb garment
appeal appel
appeal likabl
appear look seem
appeas placat
appeas quell
applaus clap
appli applic
appli emploi us util
applianc gadget
appoint appointe
appoint date
appoint name
appoint ordain
apprais assess
apprais estim
appreci valu
apprehens dread
apprentic apprenticeship
approach come upcom
approach near
appropri duli
appropri proper
approv bless
approv sanction
approxim estim
apt aptli
apt clever
aqua turquois
arab arabian
arabia arabian
arbit arbitr
arbitr umpir
arbitrari indiscrimin random
arc arch
archaeolog archaeologist
archaeolog archeolog
archaic primit
archer bowman
architect design
arctic frigid ici
ardent fervent fieri impass
arduou gruel
arduou strenuou
area region
arena stadium
argentin argentina
argentina argentinian
argu argument content
argu argument controversi
argu contend content
argu reason
argument debat
argument statement
aris origin
aristocraci aristocrat
aristocraci gentri
aristocraci nobil
arm armament
arm armor
arm weaponri
armenia armenian
armistic truce
armor armour
aroma aromat
aroma fragranc perfum scent
aroma odor scent smell
arous stimul
arous stir
arrang organ
arrest halt
arrest stai
arriv come
arrow pointer
art artist
art human
articl claus
articul formul
artilleri gun
artilleri ordnanc
artilleri weapon
artisan craftsman
artistri prowess
artwork graphic
as equal
ascend ascens ascent
ascent climb
ascertain determin
asia asian
asid awai
ask expect requir
ask request
asleep numb
aspect view
assail attack
assault attack
assault rape
assemb forum
assembl collect gather
assess evalu
asset plu
assign attribut
associ fellow
assort miscellan
assort motlei
assort varieti
assort variou
assum assumpt
assum presum
assumpt premis
assur confid
assur ensur guarante insur
astonish astound stagger
astronaut cosmonaut
astronom astronomi
astut shrewd
asylum refug
athlet sport
atom molecul particl
atom nuclear
attach connect
attack onslaught
attain reach
attempt effort try
attempt seek try
attend attent
attent care
attest document
attest manifest
attic loft
attir dress garb
attitud postur
attornei lawyer
audaci brave fearless
audaci brazen
audaci dare
audaci intrepid
audit auditor
audit scrutin
aura glori
aurora sunris
australia australian
austria austrian
authent legitimaci
authent reli
author authoris
author authorship
author govern regim
author mandat
author sanction
author writer
authorit definit
authoritarian autocrat dictatori
authoritarian dictat dictatori
authorship write
autism autist
auto automobil car
autobiograph autobiographi
automak carmak
automobil automot
autonom autonomi
autonom independ sovereign
autonomi liberti
autumn fall
avail usabl
avatar incarn
aveng retali reveng
avenu boulevard
averag mean
averag ordinari
avers avert
avert avoid
avert deflect
aw dire dread horrend terr
aw dread frighten horrend horrif terr
aw dread pain terr
aw horrib
aw nasti
aw rever
aw terr terrib
awai forth off
awai out
await expect wait
awar conscious
awar mind
award grant
award honor honour
award prize
awash flood inund overflow
awkward clumsi
azerbaijan azerbaijani
babe babi
babi child
babi infant
back backward
back fund
back second
back support
backfir backlash
bacteri bacteria bacterium
bad big
bad worsen
badli grave seriou sever
badli ill poorli
baffl bewild confus
baggag luggag
bahrain bahraini
bait hook
bait lure
ballot vote
ballpark park
bam bang
ban forbid prohibit
bang smash
bang thump
bangladesh bangladeshi
bankrupt bankruptci
bankrupt insolv
banquet feast
baptism baptist
bar barricad block
bar saloon
barbar barbarian savag
bare hardli scarc
bare nake nude
bargain bui
bargain deal
bark skin
baronetci baroni
barrag bombard onslaught
barrag bombard shell
barren desol
barren wasteland
barricad blockad
barricad roadblock
base find
baseless groundless unfound unwarr
basement cellar
bash smash
bash sock
basic essenti fundament
basketbal hoop
bastard illegitim
bastion citadel
bat batter
bathroom toilet
bathtub tub
batsman batter hitter slugger
battl combat fight
battl conflict engag fight
battl conflict fight struggl
battlefield battleground
bavaria bavarian
be exist
beacon lighthous
beam radiant
bearer carrier
beast savag
beat drub thrash
beat round
beau boyfriend
becom get
becom turn
befor earlier
beg prai
begin commenc start
begin first start
begin outset start
behavior behaviour conduct
behavior demeanor
behead decapit
behemoth giant titan
behind bottom
behind seat
behind slow
belaru belarusian
belgian belgium
belief believ
belief feel impress notion
believ cred
believ think
believ trust
belong properti
belov dear love
below beneath
beltwai bypass
bend turn
benedict benedictin
benefici benefit
benefit gain profit
benefit welfar
bengal bengali
bereav griev mourn
bet good
bet stake
betrai betray
beverag drink
bia prejudic
bibl biblic
bicker spat
bicycl bike pedal
bid bidder
big larg
bigger larger
bike motorcycl
biker cyclist
biker rocker
bill measur
billion million trillion
billow surg
bind boundari
bing glut
bingo lotto
biochem biochemistri
biograph biographi
biolog biologi
biologi biologist
biotech biotechnolog
bird fowl
birthplac cradl
biscuit cooki
bishopr dioces
bit moment
bitter caustic
bitter resent
bizarr eccentr outlandish
blame blast
blame fault
blanket cover
blare blast
blare din
blast shell
blaze blind dazzl
bleak desol
bleed hemorrhag
blend blender
blend mix
blight plagu
blind glare
blink wink
blister caustic
blizzard snowstorm
block halt stop
blood bloodi
bloodbath bloodlet bloodsh
bloom blossom flower
blow revers setback
blowout runawai
blueprint draft
blunt outspoken
blunt round
board room
boat yacht
bodi bodili
bodyguard escort
bogu fake phoni
bohemia bohemian
boi boyhood
boi son
boil boiler
boil simmer
boister unruli
bold boldli
bolivia bolivian
bomb bomber
bomber torpedo
bonanza boom
bonanza windfal
bonu incent
book booker
book booklet
book volum
booklet brochur folder
booklet brochur leaflet pamphlet
boom flourish prosper thrive
boom roar
boost booster
boost encourag far promot
boost hike
booti loot plunder
bootleg contraband smuggl
booz drink
booz liquor spirit
border edg
border perimet
bore tediou
bosnia bosnian
boss chief
boss foreman
botan botani
botani botanist
botani flora
botch bungl
bother fuss hassl
bother troubl
bottom undersid
bounc rebound
bound boundari
boundari edg
bouquet fragranc
bowel intestin
bowl bowler
box packag
brace refresh
brain mind
brand make
brand trademark
brave courag
braveri courag
brazil brazilian
breach violat
bread cabbag lettuc
bread dough sugar
breadth width
break crush
breakawai separatist
breaker surf
breakthrough discoveri find
breakup separ
breast chest
breed breeder
breed rear
breed spawn
breez breezi
breezi windi
brew brewer
brew breweri
bribe briberi
bribe payoff
briberi graft
bridal bride
bright brilliant
bright smart
bright vivid
brillianc brilliant
brillianc geniu
brillianc glare
brillianc grandeur
brilliant gloriou magnific splendid
brilliant superb
bring deliveri
brink verg
brisk live
broad encompass
broad extens wide
broad gener
broad loos
broadcast program programm
broadcast transmit
broaden diversifi
broaden extend
broaden widen
broker brokerag
brood ponder
brood reflect
brook creek
brother buddi
brow forehead
brows browser
brutal cruel savag viciou
brutal unrel
buddhism buddhist
buddi pal sidekick
budget budgetari
bug glitch
bui buyer
bui purchas
bui steal
build builder
build construct
build progress
build reinforc
build shape
bulgaria bulgarian
bulk bulki
bulk major
bulk volum
bulli intimid
bump bumper
bump bumpi
bumpi rocki
bundl packag packet
bungalow cottag
buoi buoyant
burden load
burden weight
bureaucraci bureaucrat
burger hamburg
buri burial
buri inter
burlesqu parodi spoof
burli huski
burn burnt
burst explod explos
burundi burundian
busi job
but just mere onli simpli
butch macho
butcher slaughter
buyback repurchas
by past
bye goodby
cab taxi
cabaret nightclub
cabl telegraph wire
cach hoard stash
cake coat
calam catastroph disast tragedi
calcul calculu
calcul comput
calcul deliber
calcul estim
calcul measur
calcul reckon
calcul scheme
california californian
call cry
call name
call phone telephon
calm calmli
calm composur
calm lull
calm quiet still
calm seren tranquil
calm steadi
cambodia cambodian
cameraman cinematograph
camouflag disguis
camp encamp
camp tent
campaign candid nomine
campaign candidaci
campaign crusad
campaign drive
campground encamp
canada canadian
candid frank
candor fair
cannabi hemp
cannabi marijuana
cap crest
capabl capac
capit capitalist
captain skipper
captiv charm
captiv confin imprison
captiv delight
captiv imprison incarcer
captiv imprison jail
captiv prison
cardiolog cardiologist
care cautiou
care concern
care deliber
care like wish
care tend
cargo freight load
cargo freight shipment
cargo load payload
carnag massacr
carniv circu
carpet rug
carri carrier
carri transmit
carri transport
cart menu
cartoon cartoonist
carv sculptur
case instanc
case lawsuit suit
cashier teller
casket coffin
castl palac
casual everydai
cat gui
catalan catalonia
catalog catalogu
catch catcher
catch catchi
catch haul
catch spot
categor flatli
categori class
cathol catholic
cattl cow
caucasian caucasu
caus induc
caution cautionari
caution cautiou
cautiou timid
cc ml
ceas end
ceas quit stop
cede conced
cede surrend
celebr celebratori
celebr fame famou illustri notabl renown
celebr famou notabl note renown
celesti heaven
cell cellular
cellist cello
cemeteri graveyard
censor censorship
censur reprimand
cent penni
centenari centenni centuri
center centr
center central
center focu focus
center halfwai midwai
center middl
centimet cm
central kei
centrist moder
centuri hundr
cereal grain
certain sure
certif certifi
certif credenti
certif document
certifi qualifi
chad chadian
chair chairman chairperson chairwoman
chair professorship
chairman chairmanship
challeng competitor contend rival
challeng disput
champ champion
champion hero
chanc encount find
chanc luck
chanc opportun
chanc risk
chancellor premier
chao chaotic
charact characterist
character depict portray
characterist featur
charisma charismat
charit chariti
charm magic
charter leas
chase dog
chase pursu pursuit
chassi frame
chat chatter gossip
cheap flashi
cheap inexpens
chechen chechnya
check chequ
check ensur
checkup medic
cheer shout
cheer upbeat
chemic chemistri
chemist chemistri
chemist pharmacist
cherish preciou treasur
cherri crimson red reddish
cherri red rubi
chi ki
chi qi
chic swank
chief main primari princip
chief mainli primari princip
chief master princip
child childhood
child kid youngster
child minor
chile chilean
chill chilli
chill cool
chill scari
china chines
chip fry
chocol cocoa
choic option select
choic pick select
choic prime
choic prize
choic qualiti select
choir choral choru
choke clog
choos elect
choos opt prefer
choos select
chop shred slice
chopper helicopt
christ christian
christ messiah
chuck pat
chunk lump
cinema cinemat
cinema film
cinematograph cinematographi
cinematographi film
circl circular
circumst circumstanti
circumst context
circumst fate
circumst luck
circumv evad
cite mention refer
citi metropoli
citizen citizenship
civil cultur
civil polit
clad cloth
clai mud
clam lettuc
clandestin secret undercov
clandestin secret underground
clarif clarifi
class famili
class grade
classi posh
classif classifi
clean cleaner
clean cleanup
clean fair fairli
clear clearanc
clear open
clear understandab
clemenc merci
clergi cleric
clergyman reverend
cleric clerk
clever cun ingeni
clich commonplac
client custom
climact climax
climax culmin
climb climber
climb mount
climb rise
cloak mask
cloak robe
clock time
close closer
close closur
close finish last
close intim
close intimaci
close near
close shut
close tight
closer nearer
closest nearest
closet wardrob
cloth dress
cloth fabric textil
cloth wear
cloud cloudi
cloud fog mist
cloud overcast
clue hint
clumsi cumbersom
clumsi inept
clumsi unwieldi
clutch grip
coach manag
coars vulgar
coast coastal
coher consist logic
coil spiral
coin coinag
coin mint
coincid simultan
collabor cooper
collag montag
collar nail
colleagu fellow
collect collector
collect compil
collect joint
colleg collegi
collid collis
colloqui inform
colombia colombian
coloni settlement
color colour
coloss prodigi
colour dy
comb contenti
combat fight fighter
come forthcom upcom
comedi comic
comedian comic
comfort comfortab
comfort consol solac
comfort eas
comfort satisfi
commemor memori remembr
commenc graduat
comment commentari
comment notic
comment remark
commerc commerci
commiss commission
commiss committe
commit loyalti
common green
common mutual
common normal ordinari usual
commonwealth nation
commot disturb
commun communist
commun convei transmit
communiqu dispatch
compar comparison
compar correspond
compar rel
compass compassion piti
compel oblig
compet competit
compet competitor
compet vie
competit contest
competit rivalri
complain complaint
complement complementari
complet finish
complet realis realiz
complex complic
complex composit
compli complianc compliant
complianc conform
compliment complimentari
compliment congratul
compon element factor
compon element ingredi
compon part portion
compos composit
compos write
comprehend comprehens
comprehend grasp
comprehend perceiv
compris constitut
compulsori mandatori requir
conceal hide
conced concess
conceiv concept
conceiv imagin
concentr focu
concept conceptu
concept construct
concept creation
concern fear
concern interest
concert cooper
conclud conclus last
conclud end over
conclud end termin
conclud final last
conclud reason
conclud resolv
conclus decis
concurr simultan
condit statu
condit weather
condo condominium
conduc contribut
cone conic
confeder confederaci
confeder feder
confer consult
confer leagu
confid convinc posit
configur shape
confirm ratif
confirm verif verifi
confisc forfeit
conflict contradictori
confront face
confront showdown
confus disarrai
confus puzzl
congo congoles
congratul congratulatori
congratul prais
congreg faith
congress congression
congressman congresswoman
congressman repres
conjectur hypothesi
conjectur specul
connect connector
connect link relat
conquer conqueror
conquer conquest
conquer seiz
conquer suppress
conscienc conscienti
consciou conscious
consecut straight
consecut success
consequ effect outcom result
consequ therefor
conserv maintain preserv
consid consider
consid considerab
consid deal
consid regard view
consid studi
considerab substanti
consist systemat
consolid integr
constabulari polic
constant incess
constant perpetu
constitu constitut
constitut establish
construct manufactur
consul consular
consum consumpt
consumm master virtuoso
consumpt intak
contagi contagion
contain content
contain contin
contain incorpor
contamin pollut
contempt despit disdain
contempt disdain scorn
contempt disrespect
content contenti
content messag
contin continent
continu continuum
continu endless
continu keep
continu preserv
continu proce
continu uninterrupt
contract contractor
contract contractu
contradict contradictori
contrari revers
contribut contributor
contribut donat
contribut lend
control curb
control oper
convei express
convers convert
convict inmat
convict sentenc
convolut tangl
cook prepar
cool cooler
coordin organis
cope grappl
cope manag
copi transcript
corn maiz
cornerston groundwork
cornish cornwal
corp corpor
correct right
corrupt crook
cosmet decor
cosmic cosmo
cosmo univers
cost costli
cost price
cost toll
costli pricei
couch loung sofa
cougar panther
cougar puma
counsel counselor
counsel guidanc
count talli
counteract neutral
counterfeit fake
counterfeit forgeri
countless myriad
countri nation
countrywid nationwid
coup takeov
coupl pair twin
courier messeng
cours natur
cours trend
court courtroom
court courtship woo
court tribun
cover extend
coverag report
cozi intim
crack smash
cracker nut
crash flame
crash wreck
crawl creep
craze crazi
craze fad
craze frenzi hysteria
craze furor
crazi mad sick
cream creami
creat creation
creat creativ
creat creator
creat creatur
creat make
cred credibl
credit creditor
crime crimin
crimin outlaw
crimson red reddish scarlet
crippl disabl
crippl halt
crisp sharp
criterion standard
critic critiqu
croatia croatian
crop harvest
crossroad hamlet
crossroad junctur
crucial essenti
crucial import
crude oil petroleum
cruis cruiser
cruis sail
crumpl dent
crusad reform
crush devast
crush stifl suppress
cry scream shout yell
cry tear weep
cryptic mysteri
cuba cuban
cube cubic
culprit perpetr
cultiv educ
cultur ethnic
cun cute
cun sly
curb curtail restrict
cure heal therapeut
cure remedi
curios curiou
curios wonder
curiou funni peculiar
curiou inexplicab oddli
curl curli
currenc current
current present
curriculum programm
curs explet swear
curv curvatur
curv trend
custodi detent
custom customari
custom tradit
custom usag
cut cutter
cut reduc trim
cyberspac internet
cycl cyclic
cycl cyclist
cypriot cypru
czar tsar
czech czechoslovakia
dad daddi papa
daddi pop
dai year
dam dike
damag detriment
damag harm
damag impair
damag redress restitut
dame ladi
damn darn
damp dampen
damp dull
damp moist
dampen stifl
danc dancer
danger grave seriou
danger peril risk
danger unsaf
dangl hang
dare presum
dark darkli
dark shadow
darl dear
dash sprint
daughter girl
daunt intimid
dawn daybreak morn sunris
daylight daytim
daze stun
dead deadli
dead short
dead sudden
deadli lethal
deadli virul
deadlock impass stalem standstil
deafen thunder
deal handl
deal lot
deal relat
dealer dealership
dealer trader
dear dearli
dearth shortag
debacl drub
debacl fiasco
debri dust rubbl
debri junk
debut introduct
decad ten
deceit decept
deceiv decept
decenc decent
decent nice
decent proper
decept mislead
decid decis determin
decid definit
decid resolv settl
decis resolut
deck floor
declar state
declin worsen
decor medal ribbon
decor ornament
decre edict
decre ordain
decre rule
decreas diminish lessen
decreas reduc
dedic devot
deduct recoup
deep deepli
deep trench
deepen intensifi
deepli intens profound
defam slander
defeat overcom
defect defector
defect fault faulti
defect fault flaw
defenc defend defens
defend protector
defend suspect
defer postpon
defi defianc defiant
defi refus resist
defi resist withstand
defici lack
defici substandard
deficit shortag shortfal
defin definit
defin outlin
defin shape
defin specifi
definit emphat
definit unequivoc
deform distort
defraud scam
deft deftli
degrad dissip
degre level
deiti god
delai postpon wait
delet eras
deliber intent purpos
delic fine
delic fragil
delici delight
delight joi pleasur
delight pleas pleasur
deliv deliveri
delug downpour torrent
delug flood
delux luxuri sumptuou
demand need requir
demis dy
demo show
democraci democrat
democraci republ
democrat popular
demolish demolit
demolish dismantl raze
demolish level
demolit destruct
demon devil
demonstr establish prove
demonstr evid prove show
demonstr present show
demonstr protest
deni denial
denim jean
dens densiti
dental dentistri
depart department
depart departur go
departur exit
departur go leav
depend honest reli
depict describ
depict pictur
depict portrai portray
deploi deploy
deport exil
deport extradit
depositari depositori
depositori repositori
depot storag
depot termin
depress gloomi
depriv disadvantag
depriv divest
deputi lieuten
deriv differenti
descend descent
descent origin
describ descript
describ trace
desert desol
deserv merit
design plan
desir hope
desir suit worthi
desir want
despair desper
desper urgent
despic ugli vile
despis hate
dessert sweet
destini fate
destitut impoverish needi
destroi destroy
destroi destruct
destroi ruin
detail elabor
detail item particular
detain detaine
detain detent
detect detector
detect discov find notic
detect discov notic observ
detect investig
detect sens
detector sensor
deter deterr
deter discourag
deter dissuad
deterior worsen
determin find
determin purpos
determin set
determin shape
deterr impedi
deton explod explos
develop development
develop evolut evolv
develop grow growth
develop underdevelop
deviat diverg
devis forg formul
devis formul invent
devis make
diagnos diagnosi
diagnosi diagnost
dialog dialogu
diari journal
dictat dictatorship
dictat prescrib
dictatorship tyranni
dictionari lexicon
diet dietari
differ differenti
differ disagre
differ diverg
differ otherwis
differenti distinct distinguish
differenti special
difficult hard
dig excav
dike dyke
dim faint
dimens dimension
diminish lessen weaken
diminut petit
dine diner
dine dinner
ding dong
dioces diocesan
diplomaci diplomat
dire dread fear
direct director
direct immedi instant
direct straight
direct target
direct wai
director manag
dirt dirti
dirt soil
dirti filthi
disabl handicap
disabl impair
disaffect rebelli
disagr disagre
disagr discrep
disappear vanish
disappoint frustrat
disapprov dislik
disarm disarma
disast disastr
disastr fatal
disastr fate
disbelief skeptic
disc disk
discard dispos
discern distinguish
discharg fire
disciplin disciplinari
disclos disclosur reveal
disclos divulg reveal
disclos expos reveal
disclosur reveal revel
discord strife
discourag warn
discours discuss
discov discoveri find
discov learn
discredit disgrac
discrep varianc
discret discretionari
discret distinct
discret prudenc
discrimin discriminatori
disengag pullout
disgrac shame
disgruntl dissatisfi
disguis mask
disgust foul
disintegr dissolut
dismal dreari gloomi
dismiss fire
dismiss ignor
dispens distribut
dispers dissemin
dispers scatter
dispers spread
displai exhibit show
dispos disposit
disposit tempera
disput quarrel
disqualif disqualifi
disqualifi unfit
disregard ignor neglect
disrupt disturb
disrupt interrupt
disrupt turbul
dissert thesi
dissid protest
dissolut dissolv
distanc distant
distinct typic
distinguish recogn
distort twist
distort warp
distress suffer
distress unhappi
distribut distributor
distribut spread
district territori
district zone
distrust mistrust suspicion
disturb troubl worri worrisom
disus obsolet
dive diver
dive plung
divers diversifi
divers divert
divers recreat
divers varieti
divers variou
diversif diversifi
divid divis
divid share
divid split
divid watersh
divis division
dizzi giddi
do make
do perform
do through
dock pier wharf
doctor physician
doctrin philosophi
document documentari
document paper
dog dour
dog tail
doldrum stagnat
domain sphere
dome vault
domin predomin prevail preval
domin supremaci
doom doomsdai
doom fate
doom lose
door doorwai
dorm dormitori
dosag dose
dose drug
doubl dual
doubl twice
doubt dubiou
doubt uncertainti
dovish pacifist
down downward
dozen lot score
dozen lot stack
dozen lot ton
dozen twelv
drab dreari
drab somber
draft outlin
drain drainag
drain exhaust
drama dramat
drama plai
dramat spectacular strike
drape wrap
draw pull
dread fear frighten
dread fearsom frighten horrend terr
dress dresser
drift float
drift wander
drill exercis
drink intox
drink rip
drink toast
drip soak
drip trickl
drive driver
drop fall
drugstor pharmaci
drum drummer
duet duo
dull mute
duo pair
duplic match
duplic replic
durat length
dusk nightfal twilight
dust dusti
duti oblig respons
dwell inhabit
eager readi
eager zeal
earli other
earlier earliest
earlier origin
earn earner
earn net profit
earn pai
earnest sincer
earth globe
earth ground
earthquak quak temblor
easi easili
easi slow
easi soft
easili well
east eastward
eastbound eastward
eat feed
ebb wane
econom economi
economi economist
ecstasi ecstat
ecuador ecuadorian
edg edgi
edg inch
edgi jitteri
edit editor
editor editori
educ instruct teach
effect effici
effect impress
effect potenc
effort endeavor
effort exploit
ego self
egregi flagrant glare
egypt egyptian
elast flex
elat joy jubil
elder senior
elect elector
eleg grace
elev height peak
elev promot
elicit evok provok
elimin erad
elk moos
ellipt oval
elong lengthen
embarrass hinder obstruct
embarrass humili
emblem emblemat
emblemat symbol
embodi incarn
embroil entangl
embryo embryon
emerg rise
emiss emit
emphas emphasi
emphas emphasis
emphas stress
emphas underlin underscor
emphat forc
emploi employ
emploi employe
emploi engag hire
employ work
empow empower
empti hollow
encircl surround
encod encrypt
encount meet
encount skirmish
encourag support
encroach intrus
end finish
endang jeopard peril threaten
endear love
endeavor endeavour
endeavor enterpris
endeavor strive
endless infinit
endors support
endur surviv
energet energi
energi push
enforc implement
enforc impos
engag pursu
engin locomot
engin technolog
england english
engrav etch inscrib
enhanc heighten
enigma enigmat
enigma mysteri
enigmat puzzl
enjoi enjoy
enjoi gratifi
enjoi love
enjoi relish savor
enlarg expans
enlist recruit
enmiti hostil
enorm huge tremend
enough plenti
enquir inquir
enquiri inquiri
enrol recruit
enrol registr
entail impli
enter entranc
enter particip
enterpris initi
enthusiasm enthusiast
enthusiasm exuber
entic lure
entic tempt
entir full total
entir intact
entrepreneur entrepreneuri
entri introduct
environ environment
environ surround
envis forese
epic heroic
epicent epicentr
epidemiolog epidemiologist
episcop pontif
episod instal
epoch era
equal equalis
equat equatori
equip furnish
erect upright
eritrea eritrean
erod eros
errat fickl
erron mistaken
error fault mistak
erstwhil former onetim
erupt ignit
escal intensifi
especi particular
essai essayist
essenc essenti
essenc substanc
essenti indispen
essenti necess necessari requir
essenti necessari requir requisit
establish find launch
establish format
establish govern organ organis
establish institut
esteem honor prestigi
esteem honor respect
estim figur forecast
estim gaug
estonia estonian
etern infin
etern perpetu
ethic moral
ethiopia ethiopian
eurasia eurasian
europ european
evad evas
evad hedg
even evenli
even level
even still yet
eventu final
everydai mundan routin
evid ground
evid obviou plain
evid palp unmistak
evid prove testifi
evil viciou
evoc evok
evoc reminisc
evolut evolutionari
exact just precis
exact precis proper
exagger magnifi
exagger overst
exam examin test
examin interrog
examin probe
examin scrutini
exampl instanc
exce excess
exce surpass
exceed except
exceed extrem
exceed surpass
excel splendid
except particular special
excess extra surplu
excess overli too
excess unreason
exchequ treasuri
excit fervor
exclud exclus
excurs out
excus explain
excus pardon
exercis exert
exercis practic practis
exercis us
exercis workout
exert wield
exhaust fume
exhaust thorough
exhaust tire
exhibit expo exposit
exhibit present show
exil expatri
exist existenti
exist surviv
exist univers world
exit pass
exoner vindic
exorbit outrag
expand expans
expect outlook
expect prospect
expedit expeditionari
expedit hasten
expel expuls
expel oust
expenditur spend
experi experiment
experi have
expert expertis
expert practic
expir expiri termin
explain explan
exploit victim
explor exploratori
explor search
explos volatil
expon exponenti
expon propon
expos exposur
expos reveal uncov
express limit
express look
express reflect
expresswai freewai motorwai
extend extens
extend extent
extend lengthi prolong
extend run
extra redund
extra spare
extract infus
extravag exuber
extrem extremist
extrem highli
extrem utmost
extremist radic ultra
ey optic
fab fabul
fabl fabul
fabl fiction
fabl legend legendari
fabric fictiti
fabric manufactur
fabric materi
face facial
face front
face look
facil instal
facilit help
fact factual
faction sect
factori mill
faculti staff
fail failur
fair just
fair reason
fairli moder pretti reasonab somewhat
faith reliab
faith religion
fake faux imit
fall tumbl
fall waterfal
fals incorrect
fals mistaken
falter stumbl
famili genet
famili household
familiar intimaci
famin shortag
fan lover
fanci pictur
fantasi fantast
fantast marvel terrif tremend wonder
far farther
far foster
fare transport
farm farmer
fascism fascist
fashion manner style wai
fashion stylish
fast tight
faster quicker
fastest quickest
fat fatti
fatherland motherland
fatigu tire
fauna zoologi
favor favorab
favor favorit prefer
favor favour
favorit favourit
fea feasibl
fea viabl work
fear fright
feather plumag
featur have
fece stool
feder federalist
feebl lame
feed feeder
feel sens
feel smell
feel spirit
fellow fellowship
fellowship societi
femin feminist
feroc feroci
feroc furi
feroci fierc furiou
fetal fetu
fiber fibr
fiction fictiti
fiddl violin
field fielder
fight oppos
fighter hero
figur imag pictur
figur shape
fiji fijian
file regist
fill occupi
film flick movi
filthi nasti
final finish last
final ultim
financ financi
financ fund
financi fiscal
find found
find foundat
find founder
find plant
find regain
fine ok
finger thumb
finland finnish
fire flame
firm firmli
firmli hard
firmli steadfast
first inaugur maiden
fish fisher
fish fisheri
fit set
fit suit
fix fixtur
fix mend repair
fix mess
fix set
fix specifi
fixtur regular
flame flare
flank flanker
flashi sporti
flat level
flat plane
flat straight
flavor relish savor
flavor smell
flesh shape
flex flexibl
flier flyer
flight fly
floor shock
floor storei
flora floral
flora veget
floral flower
flow flux
flow stream
flu influenza
fly flyer
fly pilot
fly wing
focus focuss
fog foggi
fog haze
foggi hazi misti
foil thwart
fold folder
foliag leaf
folli stupid
follow next
fond fondli
food nutrient
foot foothold
foot term
forag pastur
forbid preclud
forbidden prohibit taboo
forc pressur
forc push
forc strength
forecast predict
forecast prognosi
foreign outsid
forerunn precursor
forest forestri
forest wood
forest woodland
forestal preclud prevent
foreword prefac
forfeit forgo waiv
forgiv pardon
forgo relinquish waiv
form format
form kind sort
form organ
form pattern
form spring
formal offici
former onc
former previou
fort fortress
fort garrison
forth forward
fortun luck lucki
foster nurtur
fourth quarter
fowl poultri
fractiou testi
fragil frail
fragil tenuou
fragment split
fragranc fragrant
fragranc sweet
frame shape
framework model
frank honest
frantic frenet frenzi
freak monster
free freeli
free loos
free releas
freez freezer
freez halt
freight freighter
frenzi manic
frequenc frequent
frequent often
fresh new newli
fret fuss
friend friendship
fright scare
frighten panick terrifi
frighten scare
frigid frosti ici
fring peripheri
frog toad
front frontal
frost frosti
frost ic
fruitless futil vain
frustrat thwart
fuel refuel
fulfil satisfi
full fuller
full fulli
fun funni
function map
function purpos us
fundament fundamentalist
fundament kei
fundament profound
fundament underli
fungal fungu
funk funki
furi furiou
furi hysteria
furi mad rage
furnish furnitur
furnish provid
furthermor moreov
fuse fusion
futil meaningless
futur next
fuzzi hazi
ga gasolin petrol
gael gaelic
gag joke
gai homosexu
gain win
galact galaxi
gallantri heroism valor
gambit ploi
gambl gambler
gambl game
gang gangster
gang mob
gangster mobster
garbag refus scrap
garden horticultur
gaze stare
gem jewel
gem treasur
gender sexual
gene genet
gener generos
gener genu
gener mostli
genet hereditari inherit
genet hereditari transmit
geniu virtuoso
geniu whiz wizard
gentl gentli
gentli light
gentli softli
genuin realli truli
geograph geographi
geolog geologi
geologi geologist
geometr geometri
georgia georgian
german germani
gestur motion
ghana ghanaian
ghost haunt
giddi silli
gift give
gift talent
gigant mammoth
gild gilt
gild golden
gild luxuri sumptuou
gimmick twist
girl miss
give grant
glacial glacier
glad gladli
glad happi
glanc glimps
glare spotlight
glaze shini
glide glider
global globalis
global globe
global intern
global world worldwid
gloom gloomi
glori gloriou
glossi shini
glossi slick
glue past
go move travel
go offer
go pass
go proce
go tour
goali goalkeep goaltend
goalless scoreless
god immort
gold golden
golf golfer
good improv
good well
goofi silli wacki
govern governor
govern regul rule
governor governorship
grab snap
grace graciou
grad graduat
grade grader
grade level tier
grade rank
grade rate
gradient slope
graduat postgradu
graft transplant
grai grei
grammar grammat
grandeur splendor
grandfath grandpa
grandma grandmoth granni
graph graphic
grappl wrestl
grasp greedi
grass grassi
grate thank
grave solemn
grave tomb
greec greek
greed greedi
green park
grief heartbreak
grief sorrow
griev sorrow
grievanc grudg
grim grisli gruesom
grim relentless unrel
grin smile
grip hold
grisli gruesom macabr
grit gritti
grit gut
gritti spirit
gross receipt revenu
grotesqu monstrou
ground reason
groundbreak innov
group radic
group sort
grove orchard plantat
grow grower
growth increas
guarante warranti
guard safeti
guardian protector
guatemala guatemalan
guerrilla insurg
guess imagin suppos think
guess specul suppos
guid guidanc
guid steer
guid take
guild societi
guilt guilti
guinea guinean
guis pretext
guitar guitarist
gun gunner
gunfight shootout
gunfir gunshot
gunpowd powder
gush pour
gut intestin
gym gymnasium
hack hacker
haggl wrangl
hair hairi
haiti haitian
hakeem hakim
hall hallwai
hallmark trademark
halt stop stoppag
hamlet villag
hammer pound
hamper hinder
hand man
handgun pistol
handl manag
handl treat treatment
handwrit script
hapless pathet poor
happen occur
happen occurr
harass molest
harbor harbour seaport
harbor haven
hardship sever
hare rabbit
harm hurt injuri
harm injuri trauma
harmon harmoni
harmonica harp
harvest reap
hast hasti
hast hurri
hate hatr
haul truck
haunt obsess
havoc mayhem
hawaii hawaiian
hawk hawker
hawkish milit
hazard jeopardi peril risk
hazard risk riski
haze hazi
head header
headach worri
heal mend
heal recov
health healthi
health well
heap load pile stack
hear learn
heart nerv
heartbeat puls
heat heater
heat warm
heaven paradis
heed listen
hefti sizabl size
height statur
heir successor
hell inferno
hello hi
help serv
helpless incapacit
henc therefor thu
herb herbal
hesit paus
hesit reluct
hesit waver
hide obscur
hideou horrif outrag
hierarch hierarchi
high highli
highland upland
highlight spotlight
hike rais
hill hilli
hilli mountain
himalaya himalayan
hinder imped obstruct
hindi hinduism
hindu hinduism
hint suggest
hire rent
histor histori
hit hitter
hit strike
hog pig
hold keep maintain
hold properti
holi sanctiti
holidai vacat
homework prep
hondura honduran
honest honor
honor honorari
honor honour respect
honor honour reward
hook hooker
hook rob
hope promis
hord swarm
horr horrib
horr horrifi
hospit infirmari
hostel inn
hour hourli
hous lodg
howev nevertheless nonetheless notwithstand
howev nevertheless nonetheless still
howl rattl
hug kiss
huge immens vast
human humanist
human humanitarian
human humankind mankind
humbl humil
humbl humili
humbl lowli
humor humour wit
humor temper
humour mood
hungari hungarian
hunger hungri
hunger thirst
hunt hunter
hunt search
hurri rush
hurt injuri wound
hurt pain
hurt smart
hurt suffer
hut shack
hypocrisi hypocrit
hypothesi hypothet
hypothesi theori
hyster hysteria
iberia iberian
icon imag pictur
idea ideal
idea think
ideal idealist
ident identifi
ident indistinguish
identif identifi
identifi name
idl unus
ignor illiter
ii two
iii three
ill sick
illegitim outlaw
illumin inform
illumin light
illustr instanc
imag imageri
imag persona
imageri imagin
imagin invent
imbal instabl
imit simul
immens vast vastli
immin impend
immun resist
imped impedi
imperi imperialist
impli implic
impli mean
implic signific
import signific
impos imposit
impos state
imposs inconceiv
imposs unaccept
impress instil
impress pictur
improb marvel
improb unbeliev
improb unlik
improp unlaw
improvis makeshift
impuls urg
inadvert unwit
incendiari inflammatori
incens outrag
incit motiv prompt
incit provoc
inclin tendenc
includ inclus
incompet unqualifi
incomprehen inexpl
inconceiv unimagin
incorpor integr merg unifi
incorrect wrong
incr incredib
incr unbeliev
increas progress
independ main
index indic
india indian
indic point
indic signal
indign outrag
individu person somebodi someon
individu separ
individu singl
indonesia indonesian
indoor insid
induc induct
induc stimul
induct initi
industri industrialis
industri industrialist
ineffect ineffici
inevit inevitab
inevitab necessari need
inexpl inexplicab
infam notori
infanc infant
infect infecti
infin infinit
infinit space
inflam inflamm
inflam inflammatori
inflat inflationari
inflow influx
influenc influenti
influenc shape
info inform
inform wit
infring violat
ingeni ingenu
inhabit live
inher integr
inher underli
inhibit inhibitor
inhibit suppress
injur injuri
innoc puriti
innov invent
input stimul
inquir inquiri
inquiri question
inscript letter
insect worm
insid interior
insid within
insist repetit
inspect inspector
inspect scrutin
inspir prompt
instead rather
instruct instructor
instructor teacher
instrument tool
insur polici
insur underwrit
insurg rebel
insurg subvers
insurrect rebellion revolt upris
integ integr
integr uniti
intellect intellectu
intellectu ration
intellig sound
intend intent
intend mean
intens intensifi
intercept interceptor
interest involv
interf meddl
interfer interven intervent
interim meantim meanwhil
intermediari mediat
intern internship
internet net
interpret render
interpret take
interpret translat
intol unbear
introduc introduct
intuit viscer
invad invas
invalu priceless
invent inventor
inventori stock
invest investor
investig probe
investig research
invinc unbeat
involv particip
iran iranian
iraq iraqi
iron ironi
iron wry
ironi satir
irrespect regardless
irrit roil stung
islam islamist
isol separ
isol strai
isra israel
issu issuanc
issu matter topic
issu publish
itali italian
itinerari rout
jab poke
jaguar panther
jam mob
jam pack
jamaica jamaican
japan japanes
jargon slang vernacular
java javanes
jeopard jeopardi peril
jew jewish
jewel jewelleri jewelri
job occup
job task
joi joyou
join joint
join unit
joke joker
joke laugh
joke prank
jolli merri
jolli pretti
jolt shaken
jordan jordanian
journal journalist
journei travel
jubil triumphant
judg judgment
judg judici
judg justic
judgement judgment
judgment mind
juic juici
jump leap spring
junk scrap trash
juri panel
jurisprud jurist
jurisprud law
justif justifi
kashmir kashmiri
keel reel
keen keenli
kenya kenyan
kg kilo kilogram
kick kicker
kill killer
killer slayer
kilomet kilometr km
kin kinship
kind kindli
king kingdom
kingdom realm
knife stab
knife tongu
knock smash
korea korean
kurdish kurdistan
kuwait kuwaiti
lab laboratori
label tag
labor labour
labyrinth maze
lace laci
lack want
lacklust lacklustr
laden load
lag slowdown
lagoon laguna
lanc spear
land lander
land soil
languag speech
languag word
lao laotian
larg mostli
lash whip
last live
last perman
late recent
latvia latvian
laugh laughter
launch launcher
laundri wash
lavish plush
lavish richli
lavish shower
law right
layer lie
lb pound
lead leader leadership
lead result
lead star stellar
lead take
lead track
leaf leafi
leaf leaflet
leak leakag
leakag outflow
lean leaner
lean tend
lean thin
lean tilt
learn scholarship
leas rent rental
leav remain
lebanes lebanon
leftov remain
legisl legislatur
legitim legitimaci
legitim logic
lend lender
lend loan
length lengthi
lengthi prolong protract
lenienc lenient
lesson moral
level stage
lever leverag
lexicon vocabulari
liabil liabl
liber liberalis
liber liberti
liber progress
liberia liberian
libya libyan
licenc licens permit
lie place put set
life live
lifespan lifetim
lift rais
light lighter
likabl like
like potenti
like prob probab
like same
like similar
likewis similar
limbo oblivion
limelight spotlight
limit restrict
limit set
limit specifi
limo limousin
line liner
link linkag
link nexu
liter litr
literari literatur
lithuania lithuanian
littl slight
littl small
liturg liturgi
live liver
live surviv
load lot pile stack
load lot ton
lobbi lobbyist
local neighborhood neighbourhood vicin
locat place posit
locat place situat
locat site
lock locker
lofti majest
lofti soar
lone loneli
lone onli sole
lone solitari
long longer
long longest
long yearn
look sound
lookout scout
lookout sentinel
loot plunder ransack
loot robberi
lord lordship
lose loser
lot much
lot plenti
loud loudli
lousi rotten
lovabl love
love lover
loyal patriot
loyalist stalwart
lukewarm tepid
lumber timber
lunch luncheon
lurid shock
lush luxuri sumptuou
lust thirst
luster sheen
luster splendor
luther lutheran
lyric lyricist
mac macintosh
macedonia macedonian
machin machineri
maestro master
mag magazin
magic magician wizard
magician sorcer wizard
magnat mogul tycoon
mail mailer
mail send
maim mutil
maim wound
maintain mainten
maintain retain
mainten upkeep
majest majesti
majest regal
maker manufactur
malais uneas
malaysia malaysian
mali malian
malic malici
mall plaza
mall promenad
malta maltes
mama mom mommi
mama mummi
manag manageri
mandat mandatori
maneuv steer
maneuv tactic
mangl torn
mania manic
manner mode style wai
manpow workforc
manufactur produc
mar martian
mari marian
marin maritim
marin seaman
marit marriag
maritim nautic
mark marker
mark pronounc
mark score
market marketplac
market merchandis sell
market sell seller
market seller traffick vendor
marque pavilion
marquess marqui
marri marriag wed
marriag wedlock
martyr martyrdom
marvel miracul
marxism marxist
mash squeez
mason masonri
massacr slaughter
massiv monument
master masteri
mat matt
match pair
match talli
mate pair
mate teammat
materi stuff
matern parent
matern pregnanc
math mathemat
mathemat mathematician
mathemat numer
mauritania mauritanian
mauritanian mauritiu
maverick unorthodox
maxim maximum
mayb perhap possib
maze tangl
mean signific
mean wai
measur step
mechan motor
medal medalist medallist
medic medicin
melancho somber
melod melodi
melodi tune
melt thaw
member membership
memo memorandum
memori monument
memori rememb remembr
menac omin sinist
menac omin threaten
menac peril threaten
menac threat
mental mindset
mention note remark
merchandis product
merchandis trade
mere simpl simpli
merg merger
merg unifi unit
merit meritori
merit virtu
mess messi
meteorolog meteorologist
meter metr metric
meth methamphetamin
metro subwai
metropoli metropolitan
mexican mexico
mi mile
middai noon
might mighti
mighti power
migrant migrat
migrat migratori
mild mildli
milk milki
mind psych
mine miner
minim minimum
minist ministeri
minist pastor
minut moment second
miracl miracul
mischief mischiev
misconduct wrongdo
misdemeanor violat
miser pathet poor
miser suffer
misguid mistaken
mission missionari
mist misti
mistak misunderstand
mix mixer
mix mixtur
mixtur varieti
mob mobster
mob throng
mock mockeri
mock taunt
mock teas
model pattern
modern modernis
modern modernist
modern overhaul
modul modular
moistur wet
mold shape wrought
moldova moldovan
molecul molecular
mom mommi mum
monarch sovereign
monast monk
monei monetari
mongol mongolia
mongolia mongolian
monik nicknam
monitor supervis
monster monstrou
mood moodi
morgu mortuari
moribund stagnant
moroccan morocco
mortal person
most mostli
mother motherhood
motif theme
motion move
motiv need
motiv propel
motorbik motorcycl
motto slogan
mound pile
mount mountain
mouth speak
move movement
mozambican mozambiqu
mud muddi
muddi soggi
mujahedeen mujahideen
mull ponder
multin transnat
multip multipl
murder off
murder slai
muscl muscular
music musician
musician player
mutant mutat
mute soften
mute subdu
mutual reciproc
mysteri mystic
mysteri secret
mystic occult
myth mythic
mythic mytholog
namibia namibian
nanni nurs
nap sleep
narr narrat stori tale
narrat storytel
nation nationalist patriot
nation nationwid
nausea sick
naval navi
nazi nazism
neat neatli
necessari need requir requisit
need needi
need want
neglect neglig
neglig paltri
negoti talk
neighbor neighborhood
neighbor neighbour
neighbour neighbourhood
nepal nepales
nepal nepali
nerv nervou nervous
newspap paper
nicaragua nicaraguan
niger nigerian
nigeria nigerian
night nighttim
nil null
nobil nobl
nobl nobleman
nois noisi
nomad wander
nomenclatur terminolog
non not
norman normandi
nors norwai
north northward
northbound northward
northeast northeastern
northwest northwestern
norwai norwegian
nostalg nostalgia
notabl noteworthi remark
notat note
note notic
noth zero
notic noticeab
notic notif notifi
novel novelist
now nowadai todai
nowadai present
nuclear nucleu
nude nuditi
nudg prod
null void
number numer
nurtur sustain
nut nutti
nutti wacki
oath swear
obedi obei
object obnoxi
oblivi oblivion
obscur vagu
obsess preoccupi
obtain receiv
occult supernatur
occup occupi
occupi resid
ocean sea
odd oddli
oddli strang
offbeat quirki
offenc offend
offenc offens
offend violat
offic offici
offic policeman
offic role
offspr young
ok okai
olymp olympia
olympia olympian
olympian olympu
oman omani
on singl
oner tax
open openli
opera operat
opinion sentiment
oppon oppos
oppos opposit
opposit resist
opt option
optic visual
optim optimist
optim optimum
orbit satellit
orbit sphere
orchestr orchestra
ordin regul
organ organist
organ organiz
origin sourc
orphan orphanag
oust ouster
outcri shout
outdoor outsid
outrag scandal shock
outspoken vocal
overhaul redevelop renov
overpow overwhelm
overrid overturn
overs overse
overs superintend
overse supervis
oversight supervis
overtak overwhelm
overtur prelud
overturn revers
own owner
owner ownership
owner proprietor
pace rate
pace step
pace stride
pace tempo
pack packag
pack packer
page pager
pai payment
pai salari wage
pain sore
paint painter
paint pictur
paint pigment
pakistan pakistani
palestin palestinian
pall shroud
palsi paralysi
panama panamanian
panic scare
panic terror
panoram panorama
panorama vista
paraguai paraguayan
parent parenthood
pari parisian
parish parochi
park parkland
parliament parliamentari
part partial partli
part piec
part split
part start
particip player
particular peculiar
particular specif
partisan partisanship
partner partnership
partner spous
pass passag
pass passer
pass walk
passag transit
passion rage
pastor rector
patch piec
path rout
pathet ridicul silli
patholog pathologist
patienc patient
patio terrac
patrol polic
patron support
pattern practic
paul paulin
pavement sidewalk
payback retribut vengeanc
payload warhead
pct percent percentag
peak pinnacl
peculiar singular
pedest stand
pediatr pediatrician
pedigre thoroughbr
pee wee
pen write
penal punish
penalti punish
penchant prefer
penetr pierc
peninsula peninsular
perceiv percept
perceiv sens
percentag share
perch roost
perfect pure
peril precari
period sporad
peripher peripheri
permiss permit
perpendicular vertic
persever persist tenac
persia persian
persist prevail
persist relentless unrel
perspect posit view
persuad persuas
persuad swai
peru peruvian
pessim pessimist
pest plagu
petit request
pharmaceut pharmaci pharmacist
phase stage
phenomen phenomenon
philanthrop philanthropi
philanthropi philanthropist
philharmon symphoni
philosoph philosophi
photo photograph
photograph photographi
phrase word
physic physicist
pianist piano
pierc punctur
pillar tower
pipe tube
piraci pirat
pitch toss
piti shame
place placement
place posit put set
place properti
place spot
placid tranquil
plai player
plan planner
plan prepar
plan program
planet planetari
plant work
pleas pleasant
pledg sworn
plight predica
plough plow
podium pulpit
poet poetic
poetic poetri
poetri vers
poignant touch
point pointer
pointless senseless
poke prod
poke stab
poland polish
polar pole
polish refin
polit politician
poll pollster
polynesia polynesian
pond pool
ponder specul
pontif pontiff
pontiff pope
poor poorli
populac public
porn pornographi
pornograph pornographi
portrai portrait portray
portug portugues
pose sit
poss possib
poss possibl
poss potenti
post poster
postur stanc
potenc potent
potenc potenti
potent power
potent strong
practic pragmat
pragmat realism
prai prayer
preach preacher
preach sermon
precari shaki
precari unst
precaut precautionari
precaut safeguard
preced prioriti
predatori raid
predict predictab
predomin prevail preval rife
prefer preferenti
pregnanc pregnant
prematur untim
premier premiership
premier prime
prepar preparatori
prepar prepared readi
prerequisit requir
prerog privileg
prescrib prescript
presenc present
present stage
preserv save
preserv uphold
presid presidenti
press pressur
press urgent
prestig prestigi
presum presumpt
price pricei
price term
prick thorni
priest priesthood
print printer
print publish
prior prioriti
privaci secreci
privat privatis
prize treasur
prize trophi
pro profession
prob probabl
probe search
problem problemat
problem troubl
proce procedur process
proce proceed
proce take
procedur routin
process processor
process refin
procur secur
prod spur urg
produc product
profess profession
professor professorship
program schedul
project protrud
project task undertak
projectil rocket
prolong sustain
promot push
promot upgrad
prompt quick
prompt readi
pronounc pronunci
propel propuls
propens tendenc
propos proposit
propos suggest
prosecut prosecutor
prosecut pursu
protect protector
protect secur
protection protectionist
protrud stick
prove proven
provid provis
provid render
provid suppli supplier
provinc provinci
provinc state
provision tent
provoc provok
prudenc prudent
prussia prussian
psych psychic
psych soul
psychiatr psychiatri
psychiatri psychiatrist
psycho psychot
psycholog psychologist
pub saloon
public publish
puff whiff
punish punit
punk thug
punt punter
pupil student
pure puriti
pure strict
purpl violet
purport suppos
purpos resolv
purpos role us
pursuit quest
put putt
putt putter
qatar qatari
quak tremor
qualif qualifi
qualifi qualiti
quantifi quantiti
quantit quantiti
quash subdu
queri question
quest seek
question skeptic
quick quicker
quick quickest
quick rapid speedi
quiet silenc
quiet softli
quit resign
quot quotat
quotat refer
rabbi rabbin
race racer
race racial
race rush speed
racecours racetrack racewai
racism racist
rack wrench
radial radiu
radic revolutionari
radio wireless
raft slew
raft stack
rail runwai
railroad railwai
rain rainfal
rain raini
rais rise
rais upgrad
rake rip
rambl sprawl
ranch rancher
rang reach
rang scope
rape sack
rapproch reconcili
rare rariti
rare seldom
rate valuat
rather sooner
ratif ratifi
ratio ration
raucou rowdi
reach stretch
react reaction
react reactiv
react respond
reaction respons
read reader
reader readership
real realiti
real realli
real veri
realism realist
realism realiti
realiti world
realiz recogn
realiz see understand
reason reasonab
reason sane
reason sen
reason think
rebel rebellion
rebel renegad
rebelli rebellion
rebirth reincarn
rebuild reconstruct
rebuk reprimand
recal rememb
recaptur retak
receiv recept
receiv recipi
recogn recognit
recommend urg
reconcil reconcili
recount tell
recoup reimburs
recov recoveri
recov regain retriev
recurr repeat
recycl reus
red rubi scarlet
redeem redempt
redempt salvat
redress remedi
reduc reduct
refer refere
refer relat
refere umpir
refin refineri
reform reformist
refug sanctuari
refund repai repay
refurbish renov
refus reject
regard respect
regard wish
regenc regent
regist registr
regist registri
regret sorrow
regroup reorgan
regul regulatori
reign rule
reinforc strengthen
reject spurn
rel relat
relat relationship
reli reliab
reli reliabl
reli relianc reliant
religi religion
religi spiritu
relinquish renounc
relinquish resign
relish zest
reloc resettl
remain remaind
remain remnant
remain stai
remaind rest
remark remarkab
remark singular
remarkab unusu
rematch replai
renew reviv
reorgan shakeup
repeal rescind revok
repeat repetit
repertoir repertori
replac switch
replic replica
report studi
repres represent
repres spokesperson
repres symbol
repriev respit
reproduc reproduct
rescind revok vacat
rescu save
research search
resid residenti
resign surrend
resign vacat
resolut resolv
resolv solv
respect sever variou
respect tidi
respect valu
respon respons
respon responsib
restart resum
restless uneasi
restrain restraint
resum resumpt
resurg reviv
retali retaliatori
retir retire
retir withdraw
retreat withdraw
reunion reunit
reveal tell
revenu taxat
rever revers
rever vener
rever worship
revis rewrit
revit reviv
revolt revolut
revolut revolutionari
revolutionari subvers
revolv rotat
reward wage
rhyme vers
rhythm rhythmic
rib roast
ribbon thread
rich richli
rich wealth
ride rider
rift ruptur
rigor strict
rigor stringent
rins wash
rip split
riski specul
rite ritual
rival rivalri
road rout
roam strai wander
roar thunder
rob robber
rob robberi
rock rocker
rock rocki
rock stone
rocki stoni
roil turbul
roll roller
roll wheel
roman rome
romanc romant
romania romanian
room suit
root sourc
root stem
rotari rotat
round rounder
rous stir
rove wander
royal royalti
rubbish trash
ruin wreck
rule ruler
run runner
run talli
ruptur tear
rush rusher
russia russian
rust rusti
rwanda rwandan
saber sabr
sabotag undermin
sad sadli
sad sorri
sad unhappi
sadli woeful
sahara saharan
sai state tell
sail sailor
saloon sedan
salt salti
saltwat seawat
salvag save
samoa samoan
sand sandi
sane saniti
satisfactori satisfi
save savior
savor tast
sax saxophon
saxophon saxophonist
scan scanner
scandal shame shock
scandinavia scandinavian
scarc scarciti
scare scari
scatter sprinkl
scene scenic
sceneri scenic
sceptic skeptic
scheme shrewd
scheme strategi
scheme system
scholar scholarship
scholar student
scholast school
scienc scientist
score scorer
score talli
scot scotland
scotch scotland
scotland scottish
scrape scratch
scream wow
screen show view
screen sort
scrutin scrutini
scuffl tussl
search seek
season veteran
seat sit
sec second
seced secess
sect sectarian
section segment
sediment sedimentari
seiz seizur
semi semifin
semifin semifinalist
sen sens
sen sensibl
senat senatori
send sender
sender transmitt
seneg senegales
sens sensat
sens sensit
sensat sensori
sensat star superstar
sensat stun
separat separatist
sequenc sequenti
sequenti serial
serbia serbian
seri serial
seriou serious
serious sincer
serpent snake
settl settlement
settlement villag
sever terr
sewn stitch
sex sexi
sex sexual
shade shadi
shade sunglass
shadow shadowi
shake shaker
shake trembl
shaki wobbl
shatter smash
shatter tatter
sheik sheikh
shift transform
shine shini
ship shipment
ship transport
shipwreck wreck
shoot shooter
shoot stroke
shop shopper
shop store
shop workshop
short soon
short trunk
shorten truncat
shut shutter
shy timid
shy unsur
si te
si ti
siberia siberian
sicili sicilian
sight vision
sign signal
sign signatur
sign signifi
signifi signific
signific substanti
silenc silent
simpl simplic
sincer solemn
sincer truli
sing singer
singapor singaporean
singer vocalist
site websit
skate skater
skelet skeleton
sketch sketchi
ski skier
skin skinni
slam sweep
slap smack
slave slaveri
sleek slick
sleek streamlin
sleep sleeper
sleep sleepi
slender slim
slender thin
slew spate
slew trend
slice slit
slide slider
slide slip
slight somewhat
slipperi tricki
sloppi soggi
slovakia slovakian
slovenia slovenian
slow slower
slow slowest
slow slowli
slur smear
smash soak
smoke smoker
smoke smoki
smooth smoother
smuggl smuggler
snare trap
sniff sniffer
sniff whiff
snow snowfal
snow snowi
soar surg
soar tower
sober solemn
sober somber
social socialist
social societ societi
sociolog sociologist
soft softli
soi soybean
solac sooth
solid solidifi
solo soloist
somali somalia
someplac somewher
song vocal
soprano trebl
southbound southward
southeast southeastern
southwest southwestern
space spaciou
space spatial
spain spanish
spare trim
sparta spartan
spate surg upsurg
speak speaker
speak speech
speak talk
speci specif
special specialis
special specialist
specif specifi
spectacl spectacular
spectat viewer
spectral spectrum
speed speedi
speed veloc
sphere spheric
spin spinner
spinal spine
spirit spiritu
sponsor sponsorship
sponsor support
sprint sprinter
squad team
squander wast
stab wound
stabil stabilis
stabil stabl
stain tarnish
stair step
staircas stairwai
stake ventur
stalin stalinist
stamina tough
stanc stand
standpoint viewpoint
start starter
starv starvat
state statement
static still
statut statutori
staunch steadfast
steadfast unwav
steal theft
steam steamer
steam steami
steamer steamship
steami sticki
steep steeper
steward stewardship
stick sticker
stick wedg
stifl strangl
stimul stimulu
stir touch
stone stoni
storag store
storm stormi
stout sturdi
strain stress
strang unusu
strateg strategi
strategi strategist
streetcar tram trollei
stress tension
strike striker
student studi
studi survei
style stylist
subdu suppress
subject theme topic
submarin torpedo
submarin undersea
submerg underwat
submiss submit
subscrib subscript
subsid subsidi
substanc substanti
substant substanti
subtl subtli
suburb suburban
subwai underground
succe success
succe successor
suck sucker
sudan sudanes
suffer sustain
suffic suffici
sulfur sulphur
summer summertim
sun sunlight sunshin
sundown sunset
superb wonder
superstar virtuoso
superstar wizard
supervis supervisor supervisori
supplement supplementari
supremaci supremacist
surf surfer
surg tide
surgeri surgic
survei view
surviv survivor
suspect suspici suspicion
suspend suspens
sweat sweater
sweden swedish
swim swimmer
swing trip
swirl vortex
swiss switzerland
symmetr symmetri
sympathet sympathi
sympathi understand
symphon symphoni
synthesi synthet
syria syrian
taiwan taiwanes
take win
tantal tempt
tanzania tanzanian
tape videotap
tasmania tasmanian
tax taxabl
tax taxat
teach teacher
tear water
technic techniqu
technic technolog
technician techniqu
telecom telecommun
telephon telephoni
televis tv
tenac tenaci
tend tendenc
tend tender
tens tension
term termin
termin terminu
terr wick
terror terrorist
test tester
test tri
test try
testifi testimoni
texa texan
text textual
thai thailand
theater theatr
theater theatric
themat theme
theolog theologi
theori theorist
therapeut therapi
therapi therapist
thin thinli
thin thinner
think thinker
thirst thirsti
thorn thorni
thread yarn
three trio
thrill thriller
throw thrower
tibet tibetan
tick ticker
tidal tide
tie tier
time timer
timor timores
tire tyre
titl titular
togo togoles
tone tonic
torment tortur
torrent torrenti
torso trunk
tour tourist
tourism tourist
tournament tournei
town township
toxic toxin
track trail
trade trader
tragedi tragic
trail trailer
train traine
train trainer
tram tramwai
transit transport
translat understand
transmiss transmit
transmit transmitt
trauma traumat
travel trip
trend trendi
triangl triangular
tribal tribe
trick tricki
triumph triumphant victori
trivia trivial
troubl turbul
troubl upset worri
true truli
tube tubular
tuck tucker
tumultu turbul
tuni tunisian
tunisia tunisian
turbul upheav
turkei turkish
turkmen turkmenistan
turmoil upheav
tuscan tuscani
tutelag tutor
twist wind
uganda ugandan
ukrain ukrainian
unauthor unauthoris
unbridl uncheck
uncanni weird
uncertain unsur
unchalleng undisput
undermin weaken
undesir unwant
undu unduli
undu unjustifi unwarr
unfair unjust
unharm unhurt unscath
unidentifi unknown unnam
unif unifi
uniqu unparallel
unitari uniti
univers world worldwid
unlock unsecur
unresolv unsolv
unwil unwilling
up upward
upright vertic
urg urgenc urgent
uruguai uruguayan
us usag util
us user
uteru womb
utopia utopian
vacanc vacant
vacant vacat
vale vallei
vari variant
vari variat
vehicl vehicular
venetian venic
venezuela venezuelan
verb verbal
vernacular vulgar
verv vital
vet veterinari veterinarian
viabil viabl
victori win
victoria victorian
vienna viennes
vietnam vietnames
view viewer
view watch
violenc violent
violin violinist
viral viru
visib visibl
vision visionari
visit visitor
volcan volcano
volunt voluntari
vote voter
wait waiter
waiv waiver
walk walker
war warfar
war warrior
warm warmer
warm warmli
weak weakli
wealth wealthi
weav weaver
week weekli
weslei wesleyan
westbound westward
wheel wheeler
whiskei whiski
wild wilder
wild wildli
will willing
win winner
wind windi
wine wineri
wit witti
wood woodi
work worker
worth worthi
wreck wreckag
wrestl wrestler
write writer
year yearli
yellow yellowish
yemen yemeni
young youth
yugoslav yugoslavia
zair zairean
zambia zambian
zimbabw zimbabwean
zionism zionist
zoolog zoologi
`;

/** Stems of two words of which only one holds. */
export const oppositeWords: string = `
abil inabl
abl unabl
abnorm normal
abolish establish
abov below
absenc presenc
absent present
absolut rel
abstain consum
abstract concret
abund scarc
abund scarciti
accept refus
accept reject
accept unaccept
access inaccess
accident deliber
accur inaccur
acquaint stranger
acquitt convict
act refrain
action inact
activ inact
activ passiv
actual potenti
acut chronic
adequ inadequ
adject substant
admit deni
admit exclud
adopt biolog
adopt nativ
adult juvenil
advantag disadvantag
affect unaffect
affirm neg
afloat aground
aft fore
agre disagre
agreement disagr
ahead back
aliv dead
all no
all some
allow deni
altern opposit
amateur profession
amic hostil
amphibi aquat
amphibi terrestri
ampl meager
anal oral
analogu digit
analysi synthesi
analyt synthet
ancestor descend
angular round
annual biennial
annual perenni
answer question
anterior posterior
anti pro
appear disappear
applaud boo
appli theoret
appropri inappropri
approv disapprov
aquat terrestri
arm disarm
arm unarm
armament disarma
arriv leav
artifici natur
ascend descend
asleep awak
assent dissent
asset liabil
attach detach
attack defend
attend miss
attract repel
atyp typic
aunt uncl
author unauthor
automat manual
avail unavail
avoid confront
awai home
awar unawar
awkward grace
back front
backhand forehand
backward forward
bad good
balanc imbal
balanc unbalanc
bare cover
basic incident
beauti ugli
begin end
begin middl
benign malign
biennial perenni
big littl
big small
bind free
birth death
bisexu heterosexu
bisexu homosexu
black white
bless curs
blind sight
bloodi bloodless
blur focu
boi girl
boil freez
bold timid
bore interest
born unborn
borrow lend
borrow lender
bottom side
bottom top
bow pluck
brave coward
brave timid
break repair
break unbroken
bright dull
broad narrow
brother sister
bui sell
busi idl
calm stormi
capabl incap
capit social
care careless
center leav
central peripher
cerebr emot
certain uncertain
certainti uncertainti
chang stai
chang unchang
cheap expens
cheer complain
cheer depress
child parent
civilian militari
claim forfeit
clariti obscur
clean dirti
clear opaqu
clear unclear
close distant
close open
coastal inland
cold hot
come go
comedi tragedi
comfort discomfort
comfort uncomfort
common individu
common uncommon
compact loos
compat incompat
compet incompet
competit cooper
complet incomplet
complex simpl
complex simplic
compliant defiant
complic simplifi
compromis uncompromis
con pro
conceal reveal
concentr distribut
conclus inconclus
condit uncondit
confin invas
confirm unconfirm
connect disconnect
consciou unconsci
conserv liber
conserv wast
consist inconsist
conson vowel
constitut unconstitut
construct destruct
content discont
contest uncontest
continent intercontinent
continu discontinu
continu sporad
contract expand
contract expans
control uncontrol
conveni inconveni
convent nuclear
convent unconvent
converg diverg
cook raw
cool heat
cool warm
correct incorrect
cosmopolitan endem
cosmopolitan provinci
counterfeit genuin
cover uncov
covert overt
cred incr
credit debit
creditor debtor
critic prais
crook straight
cry laugh
cubic linear
curli straight
dai night
danger safe
danger safeti
dark light
daughter son
dead live
deaf hear
decent indec
decidu evergreen
declar undeclar
declin improv
decreas increas
deep shallow
defeat undef
defeat victori
defenc offenc
defend plaintiff
defens offens
definit indefinit
deflat inflat
defus fuse
delai rush
delic rug
demand suppli
democrat undemocrat
depend independ
depriv enrich
desir undesir
despair hope
destabil stabil
destroi preserv
detect undetect
determin undetermin
develop undevelop
differ equal
differ same
differenti integr
difficult easi
difficulti eas
dilig neglig
direct indirect
disabl enabl
discourag encourag
discrimin indiscrimin
disench enchant
dishonest honest
dislik like
dislodg lodg
disobedi obedi
disord order
disorgan organ
disqualifi qualifi
disrespect respect
dissatisfact satisfact
dissuad persuad
distinguish indistinguish
distrust trust
diversifi special
divest invest
divid multip
divid unit
document undocu
domest foreign
domin subordin
doubl singl
dove hawk
down up
downgrad upgrad
downstair upstair
downstream upstream
downtown uptown
downward upward
dramat lyric
dry wet
due undu
dull live
dy nascent
earli late
earli middl
earn unearn
earth heaven
easi uneasi
east west
eastern western
ebb tide
effect ineffect
effici ineffici
elig inelig
empir theoret
emploi unemploi
employ employe
employ unemploy
empti fill
empti full
end middl
endem epidem
enforc exempt
enjoi suffer
enter exit
equal inequ
equal unequ
equatori polar
eras record
ethic uneth
even odd
even uneven
ever never
evil good
exclud includ
exclus inclus
expatri repatri
expect unexpect
experi inexperi
experienc inexperienc
explicit implicit
export import
express local
extant extinct
extens intens
exterior interior
extern intern
extinguish ignit
extraordinari ordinari
fail succe
failur success
fair foul
fair unfair
fairli unfair
fall rise
fals true
familiar strang
familiar unfamiliar
fanci plain
far near
fast slow
fat thin
father mother
fauna flora
favor unfavor
feder unitari
feed starv
femal male
feminin masculin
fertil infertil
fertil steril
few mani
fewer more
fewest most
fidel infidel
figur liter
find lose
finish unfinish
finit infinit
fire hire
first last
fit unfit
float sink
foe friend
fold unfold
folli wisdom
follow lead
follow leader
follow preced
foolish wise
forbid permit
foreign nativ
forget rememb
formal inform
former latter
fort piano
fortun unfortun
forward revers
frail robust
fratern ident
freelanc salari
fresh stale
friend hostil
friend unfriend
frivol seriou
front rear
function malfunct
function organ
futur past
futur present
gather spread
gener local
gener particular
gener specif
geograph magnet
glad sad
good worsen
gradual steep
gradual sudden
greater lesser
green ripe
gross net
guilt innoc
guilti innoc
half whole
happi sad
happi sadli
happi unhappi
hard soft
hardwar softwar
harm harmless
hate love
have lack
healthi unhealthi
heaven hell
heavi light
here there
heterosexu homosexu
hide show
high low
highland lowland
hollow solid
hope hopeless
horizont inclin
horizont vertic
host parasit
human inhuman
humbl proud
humil pride
hungri thirsti
husband wife
idl work
ignor notic
ill well
illeg legal
illegitim legitim
illiter liter
illiteraci literaci
immatur matur
immedi mediat
immor moral
immort mortal
imparti partial
impati patienc
impati patient
imperfect perfect
imposs poss
impract practic
improb prob
improp proper
inclin vertic
incom outgo
indoor outdoor
induc spontan
inferior superior
infield outfield
inflow outflow
inhabit uninhabit
injustic justic
inner outer
insan sane
insan saniti
insecur secur
insensit sensit
insid outsid
insignific signific
insolv solvent
instabl stabil
instrument vocal
insuffici suffici
insur uninsur
intang tang
integr segreg
intellig stupid
intend unintend
intens mild
intent unintent
intermedi termin
intern nation
intoler toler
intox sober
invalid valid
invi visibl
involuntari voluntari
inward outward
irrat ration
irregular regular
irrelev relev
irrespon respon
irrev rever
joi sorrow
joint separ
junior senior
just unjust
keep lose
kern kern
king queen
know unknown
ladi lord
land landless
larg small
late middl
law unlaw
lax tens
least most
leav right
legal outlaw
less more
let prevent
lie sit
lie stand
like unlik
limit unlimit
linger rush
liquid solid
littl much
live record
load unload
local nation
locat studio
lock unlock
long short
loos tight
loosen tighten
lose save
lose win
loser winner
loud soft
loudli softli
lower rais
lowland upland
lucki unlucki
major minor
man unman
man woman
mark unmark
marri unmarri
matern patern
maxi midi
maxi mini
maxim minim
maximum minimum
meaning meaningless
medic surgic
mental physic
midi mini
minu plu
mistrust trust
misus us
move stai
move still
multilater unilater
multipl singl
nadir zenith
naiv sophist
narrow wide
narrow widen
nasti nice
natur supernatur
natur unnatur
necessari unnecessari
neg neutral
neg posit
nephew niec
neutral posit
new old
no some
no ye
noisi quiet
nonpartisan partisan
nonprolifer prolifer
nonviol violent
normal paranorm
north south
northern southern
notic unnot
numer verbal
object subject
obligatori option
obliqu parallel
obliqu perpendicular
obscur promin
off on
offici unoffici
offshor onshor
often rare
old young
open shut
oppos unoppos
optim pessim
optimist pessimist
orthodox unorthodox
other same
out safe
overhead surfac
pai unpaid
pain pleasur
parallel perpendicular
particular univers
partli wholli
pass run
past present
pattern plain
peac war
perman temporari
pleasant unpleas
plural singular
point pointless
poor rich
popular unpopular
postwar prewar
poverti wealth
power powerless
preced succe
preced succeed
predict unpredict
prefix suffix
prepar unprepar
primari secondari
privat public
privileg underprivileg
proactiv retroact
product unproduct
profit unprofit
profound superfici
prospect retrospect
protect unprotect
public suppress
publish unpublish
pull push
purg rehabilit
qualifi unqualifi
qualit quantit
quick slowli
realist unrealist
reason unreason
reassur worri
regist unregist
regul unregul
relat unrel
relax tens
reli unr
religi secular
resist surrend
rest tire
restrict unrestrict
retail wholesal
ride walk
right wrong
rough smooth
round squar
run stand
rural urban
satisfactori unsatisfactori
schedul unschedul
seal unseal
seed unseed
sell unsold
separ union
settl unsettl
short tall
shout whisper
shrink stretch
side top
sign unsign
silenc sound
sit stand
sleep wake
smart stupid
solv unsolv
sonic superson
sour sweet
speak write
specifi unspecifi
stabl unst
stifl stimul
strength weak
strengthen weaken
strong weak
strong weakli
success unsuccess
succumb surviv
sunris sunset
sure unsur
tame wild
tap untap
tender tough
thick thin
top topless
touch untouch
treat untreat
unusu usual
unveil veil
unwant want
unwelcom welcom
unwil will
unwilling willing
us useless
valu worthless
wane wax
wire wireless
yang yin
`;

/** Stems of common words that say how rather than what: acts, states, ways of telling. */
export const softWords: string = `
abandon abc abil abort abus accept access accid accord account achiev acquir acquisit act action
activ ad add address administr admiss admit adopt advanc advantag adventur advertis advic advisori
advoc affair affect afford aftermath ag agenda agre agreement agricultur aid aim album alert
allianc allow altern amend amnesti amount an analysi anger announc answer appeal appear appli
applic appoint approach approv arab argu argument arrang arrest arriv art articl ask aspect
assassin assault assess asset assist associ assum athlet attack attempt attend attent attitud
attract auction audio author avenu avoid awar award back background bail ballot ban bank base
basebal basi basketbal bass bat battl be bear beat beauti becom begin behalf behavior belief
believ belong benchmark benefit bet bibl bid bill biographi blame blast block blow blue bob
bomb bonu book boom boost bowl box boycott brand break breakthrough brief bring broadcast bui
build bulk burden burn burst busi cabl calendar call campaign can capac captur card care career
carri case cast catch caus ceas celebr censu ceremoni challeng chang channel chapter charact
charg chart charter chase check chip choic choos chronicl cinema citizenship claim clash climb
closur coach code collabor collaps collect color combat come comeback comedi comfort command
comment commentari commerc commit commun comparison compet competit complet compli compon composit
compound compromis concentr concept concern concert conclus conduct confid confirm conflict
confront conserv consid consider conspiraci constitut construct consumpt contact contain content
contest context continu contract contrast contribut control controversi convent convers convict
convinc cook cooper copi copyright correct corrupt count counterpart coup cours cover coverag
crack crackdown craft crash creat creation credibl credit crime critic cross crown cruis cultur
currenc cut cycl damag danc databas date deal debat debut decid decis declar declin defeat
defenc defend defens deficit definit degre delai deliv deliveri demand democraci demonstr deni
densiti departur depend deploy depth describ descript desert design desir despit destroi destruct
detail detent determin develop devic dialogu die differ difficulti diplomaci direct disarma
disast disciplin discount discov discoveri discrimin discuss displai disput distanc distribut
divorc do document documentari dole don doubl doubt downturn draft drama draw dream dress drink
drive drop dry duti earn earthquak eas eat econom edit editori educ ee effici effort el elect
electron element elimin embargo emerg employ enabl encount encourag end enforc engag engin
enhanc enjoi enrich ensur enter enterpris entertain entri episod equival error escap establish
estim eta ethic evid evil evolut examin exampl except exchang execut exercis exhibit exil exist
expand expans expect expedit experi explain explan explor explos export exposur express extend
extens extradit ey fa fact factor faculti fail failur faith fall fantasi farm fashion fate
fault favor favorit fax fear featur feed feel ferri fever fiction fight file fill film financ
find finish finnish fire fish fit fix flash flee flood flow fly fm focu focus follow footbal
forc forecast forget form format formula foster found foundat framework franchis fraud freez
fun function fund funer gain gambl game gather gear gender gener genocid genu geographi get
give go goal goalkeep golf googl gore grace graduat grant graphic grow growth guarante guess
guid guidanc halt hand handl hang happen harm harri hate have he head hear heart heat height
help herald heritag hide hire hit hockei hold holocaust homer honor hope horror human humor
hunt hurt idea ident identifi imag imagin immigr impact implement import impos impress improv
in incid includ increas index indic indict inflat influenc inform initi inquiri insist inspect
instanc institut insurg integr intellig intent inter interest intervent interview introduc
introduct invas invest investig invit involv ira islam issu it jazz jihad jimmi job joi join
journal journei judg judgment jump jurisdict justic keep ken kick kidnap kill kind know kurdish
label labor languag latin launch law lawsuit lead leadership learn leav leg legend legisl lend
length let letter level liber licens lie lifestyl lift like limit lineup link list listen literatur
live lock look lose loss love lower luxuri ly lynch magazin magic mail mainstream maintain
mainten major make manag mandat manner manufactur marathon march mark market mass massacr match
matt matter matthew mean measur mechan medal medicar medicin meet memori mention merger messag
method might mind mine minut miss mission mistak mix mode model momentum monitor mood motion
mount move movement movi mr murder music mysteri name natur need negoti nelson new newspap
nick nois nomin nonprofit note notic notion novel number nurs object obtain occas occup occur
odd offens offer offset olymp open oper opera opinion oppos opposit optim option order organis
orlean oscar outbreak outcom outlook overcom overhaul pace pack pact page pai paint panic paper
parallel park part particip pass passag passion pat patent pattern peacekeep penalti pepper
percent percentag perform permiss permit person perspect persuad petersburg petit philippin
philosophi phrase physic pick pipelin pitch place plai plan playoff plea pleas pledg plenti
plot plu pm poetri point polici polish polit poll pop popular portion portrait portugues possess
possibl post power practic prais prayer predict prefer prepar present preserv press prevent
price pride principl print privaci probe proce procedur proceed process produc product profil
program programm progress project promis promot prompt proof propos prosecut protect protest
protocol prove provid provis public publish pull punish purchas purpos pursu pursuit push put
quak qualifi qualiti question quit race raid rais ralli rang rape rate ratio reach reaction
read realiti realiz reason rebellion rebound rebuild recal receiv recept recogn recognit reconcili
record recov recoveri reduc reduct refer referendum reflect reform refug refus regard regist
registr regul reign reject relai relat relationship releas reli relief religion remain remaind
rememb remov rent repair repeat replac report repres represent request requir rescu research
reserv resign resist resolut resolv resort respect respond respons rest restor result resum
retail retain retir retreat return reveal reveng revers review reviv revolut rick rico ride
ring riot rise risk rival rob role roll ron roster routin rugbi rule run rush sai sale sampl
save scale scandal scene schedul scheme scienc scope score scottish script seal search secur
see seek seem select self sell send sens sentenc sentiment separ serv servic session set settl
sex shanghai shape share shed shift ship shock shoot shop shortag show shut shuttl sieg sight
sign signal signatur signific silenc sing singl sit size skate ski slam sleep slide slight
slip slowdown slump smile smoke smuggl soccer softwar solidar solo solv song sort sound spanish
spare speak specul speech speed spend spin split sponsor sport spot spread sprint spy stabil
stai stake stanc stand standard start statement station statist steam stem step stimulu stop
storag stori strain strait strategi streak strength strengthen stress stretch strike stroke
struggl studi stuff style sub subject submit substitut succe success suffer suggest suicid
summari supervis suppli support surg surgeri surnam surplu surpris surrend survei surveil surviv
suspect suspicion sweep swim swing switch symbol tackl tactic take takeov tale talent talk
task tast teach tear techniqu technolog telecom televis tell temperatur tend tenni tens term
terror test testimoni text thank theme theori therapi thing think threaten throw ticket tie
time titl toll tone topic tortur touch touchdown tour tourism tournament trade tradit tragedi
trail train transact transfer transit translat transmiss transport travel treat treati treatment
trial tribut trim trip tripl triumph trophi troubl trust truth try tsunami tunnel turn turnov
tv type ukrainian uncertainti understand updat upris upset urg us valu ventur verdict version
veto vice victori video vietnam view violat violenc visa vision visit voic volunt vote wage
wai wait wake walk want war warfar warn warrant wast watch wave wear websit wed weekli weight
welcom welfar why will willing win window wing wish wit withdraw wonder word work worri wound
wrestl write wu yang ye yen yield
`;
