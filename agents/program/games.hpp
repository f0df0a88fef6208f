#pragma once
// The games that the agents play.

#include "agents/ataxx/ataxx.hpp"
#include "agents/chess/chess.hpp"
#include "agents/connect_four/connect_four.hpp"
#include "agents/program/session.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"

namespace search {

using AllGames = Plays<Ataxx, ConnectFour, TicTacToe, Chess>;

} // namespace search
